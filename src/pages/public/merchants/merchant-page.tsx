import { redirect, Link } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import type { Route } from './+types/merchant-page'
import { requestJoinCall } from '#domains/programmes/programs/contract/membership.ts'
import { callContext, PageRefusal, sessionContext } from '#platform/web/call-context.ts'
import { readForm, submit } from '#platform/web/form.ts'
import type { FormResult } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { buildPublicPageMeta, publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { AdvertiserMark } from '#ui/advertiser-mark.tsx'
import { getMerchantCall } from '#domains/programmes/programs/contract/merchant.ts'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'
import type { OfferedSetup } from '#domains/partners/setup/contract/publisher.ts'
import { loadOfferedSetup } from '#domains/partners/setup/web/load-offered-setup.ts'
import { OfferedSetupFacts } from '#domains/partners/setup/web/offered-setup.tsx'
import { CommissionTerms } from './commission-terms.tsx'
import { CountryList } from './country-list.tsx'
import { JoinPanel } from './join-panel.tsx'
import { describeMerchant } from './merchant-meta.ts'
import styles from './merchant-page.module.css'
import { MethodList } from './method-list.tsx'

type Params = Route.LoaderArgs['params']

export async function loader({ context, params }: Route.LoaderArgs) {
  const merchant = await readMerchant(context, params)
  const session = context.get(sessionContext)
  const setup = await loadOfferedSetup(context, merchant.advertiser_id)
  const texts = setup ? session.texts('merchant', 'offered-setup') : session.texts('merchant')
  return { texts, pageMeta: buildPublicPageMeta(context, describeMerchant(merchant, session)), merchant, setup }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const { advertiser_id: advertiserId, path } = await readMerchant(context, params)
  const answer = await submit(() =>
    context.get(callContext)(requestJoinCall, {
      params: { advertiser_id: advertiserId },
      body: { message: readText(form, 'message') },
    }),
  )
  return answer.data.ok ? redirect(`${path}#join`, 303) : answer
}

/**
 * Reads a merchant. When id and slug do not belong together, the path is unknown and redirects home (specification 1,
 * section 2).
 */
async function readMerchant(context: Readonly<RouterContextProvider>, params: Params): Promise<Merchant> {
  try {
    return (
      await context.get(callContext)(getMerchantCall, { params: { public_id: params.publicId, slug: params.slug } })
    ).data
  } catch (error) {
    const isUnknown = error instanceof PageRefusal && [404, 422].includes(error.details.status)
    throw isUnknown ? redirect('/') : error
  }
}

export const meta: Route.MetaFunction = publicMeta

export default function MerchantPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <MerchantView merchant={loaderData.merchant} setup={loaderData.setup} result={actionData} />
    </TextsProvider>
  )
}

interface MerchantViewProps {
  merchant: Merchant
  setup: OfferedSetup | null
  result: FormResult | undefined
}

function MerchantView({ merchant, setup, result }: MerchantViewProps) {
  return (
    <>
      <Head merchant={merchant} />
      <div className={`width split ${styles.body}`}>
        <aside className={`stack ${styles.side}`}>
          <JoinPanel merchant={merchant} result={result} />
          {setup && <Setup setup={setup} />}
          <Facts merchant={merchant} />
        </aside>
        <div className={`stack ${styles.main}`}>
          <About merchant={merchant} />
          <CommissionTerms merchant={merchant} />
          <MethodList methods={merchant.methods} />
        </div>
      </div>
    </>
  )
}

function Head({ merchant }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  const { name, logo, title, website, is_open: isOpen } = merchant
  return (
    <header className={styles.band}>
      <div className={`width ${styles.head}`}>
        <Link to="/merchants" className={`plain ${styles.back}`}>
          {t('all')}
        </Link>
        <div className={styles.title}>
          <AdvertiserMark name={name} logo={logo} size={88} />
          <div>
            <h1 className="title">{title}</h1>
            <p className={`row soft ${styles.line}`}>
              <a href={website.href} target="_blank" rel="noopener nofollow">
                {website.name}
              </a>
              <span>
                {t('approval')}{' '}
                <strong className={isOpen ? styles.open : styles.resting}>{t(isOpen ? 'open' : 'resting')}</strong>
              </span>
            </p>
          </div>
        </div>
      </div>
    </header>
  )
}

function About({ merchant: { description } }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  if (description === '') return null
  return (
    <section>
      <h2>{t('about')}</h2>
      <p className={styles.description}>{description}</p>
    </section>
  )
}

function Setup({ setup }: { setup: OfferedSetup }) {
  const t = useTexts('offered-setup')
  return (
    <section className={styles.fact}>
      <h2>{t('title')}</h2>
      <OfferedSetupFacts setup={setup} />
    </section>
  )
}

function Facts({ merchant: { countries } }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  return (
    <>
      {countries.length > 0 && (
        <section className={styles.fact}>
          <h2>{t('countries')}</h2>
          <CountryList countries={countries} />
        </section>
      )}
      <section className={styles.fact}>
        <h2>{t('links')}</h2>
        <ul className={styles.links}>
          <li>
            <Link to="/t-cs">{t('conditions')}</Link>
          </li>
          <li>
            <Link to="/privacy-policy">{t('privacy')}</Link>
          </li>
        </ul>
      </section>
    </>
  )
}
