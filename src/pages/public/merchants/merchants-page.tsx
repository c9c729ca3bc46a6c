import { Form, Link } from 'react-router'
import type { Route } from './+types/merchants-page'
import { callContext } from '#platform/web/call-context.ts'
import type { PageHandle } from '#platform/web/page-handle.ts'
import { getPublicPageMeta, publicMeta } from '#platform/web/public-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { AdvertiserMark } from '#ui/advertiser-mark.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { listMerchantsCall } from '#domains/programmes/programs/contract/merchant.ts'
import type { MerchantCard } from '#domains/programmes/programs/contract/merchant.ts'
import { CountryList } from './country-list.tsx'
import styles from './merchants-page.module.css'

const PAGE_SIZE = 30

export const handle: PageHandle = { params: ['keyword', 'country', 'page_number'] }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { keyword = '', country = '', page_number: number = '1' } = readSearch(request) as Record<string, string>
  const page = /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 1
  const query = { keyword: keyword.slice(0, 200), page_number: page, page_size: PAGE_SIZE }
  const { data } = await context.get(callContext)(listMerchantsCall, {
    query: country === '' ? query : { ...query, country },
  })
  return { ...getPublicPageMeta(context, 'merchants', { texts: ['merchant'] }), ...data, keyword, country, page }
}

export const meta: Route.MetaFunction = publicMeta

export default function MerchantsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Merchants data={loaderData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Merchants({ data }: { data: Data }) {
  const t = useTexts('merchant')
  return (
    <div className={`width ${styles.page}`}>
      <header className={styles.head}>
        <h1 className="display">{t('list.title')}</h1>
        <p className="lead" aria-live="polite">
          {t('list.text', { count: data.count })}
        </p>
      </header>
      <Search data={data} />
      {data.count === 0 ? (
        <div className="stack soft">
          <p>{t('list.empty')}</p>
          <Link to="/merchants">{t('list.reset')}</Link>
        </div>
      ) : (
        <ul className={styles.list}>
          {data.merchants.map((merchant) => (
            <li key={merchant.path} className="stack">
              <Card merchant={merchant} />
            </li>
          ))}
        </ul>
      )}
      <Paginator page={data.page} pageSize={PAGE_SIZE} count={data.count} />
    </div>
  )
}

function Search({ data }: { data: Data }) {
  const t = useTexts('merchant')
  return (
    <search>
      <Form className={`row ${styles.search}`} key={`${data.keyword} ${data.country}`}>
        <label className="stack">
          <span className="soft">{t('list.keyword')}</span>
          <input
            className="field"
            name="keyword"
            type="search"
            defaultValue={data.keyword}
            maxLength={200}
            autoComplete="off"
          />
        </label>
        <label className="stack">
          <span className="soft">{t('list.country')}</span>
          <select className="field" name="country" defaultValue={data.country}>
            <option value="">{t('list.anywhere')}</option>
            {data.countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="filled">{t('list.submit')}</button>
      </Form>
    </search>
  )
}

function Card({ merchant: { path, name, logo, title, commission, countries } }: { merchant: MerchantCard }) {
  return (
    <article className={`card ${styles.card}`}>
      <AdvertiserMark name={name} logo={logo} size={56} />
      <h2>
        <Link to={path}>{title}</Link>
      </h2>
      <p className="soft">{commission}</p>
      <CountryList countries={countries} />
    </article>
  )
}
