import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/advertisers-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch, searchWith } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import {
  leaveProgramCall,
  listOfferDomainsCall,
  listOffersCall,
  requestJoinCall,
} from '#domains/programs/contract/membership.ts'
import { ADVERTISER_SORTS } from '#domains/programs/rules.ts'
import { OfferTable } from '#domains/programs/web/offer-table.tsx'

/** The search parameter that opens the dialog with an advertiser's hosts and regions. */
const REGIONS = 'regions'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { [REGIONS]: advertiserId, ...query } = readSearch(request) as Record<string, string>
  const { data } = await call(listOffersCall, { query })
  const regions =
    advertiserId === undefined
      ? undefined
      : (await call(listOfferDomainsCall, { query: { advertiser_id: advertiserId } })).data
  const page = pageInSearch(query, 10)
  const pageMeta = getPageMeta(context, 'programs.offers.title', ['programs'])
  return { ...pageMeta, offers: data.advertisers, count: data.count, query, page, advertiserId, regions }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const params = { advertiser_id: readText(form, 'advertiser_id') }
  const join = () => call(requestJoinCall, { params, body: { message: readText(form, 'message') } })
  return runIntent(context, form, { join, request: join, leave: () => call(leaveProgramCall, { params }) })
}

export const meta: Route.MetaFunction = titleMeta

export default function OffersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Offers data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Offers({ data, answer }: { data: Data; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const sort = ADVERTISER_SORTS.map((value) => ({ value, label: t(`offers.sorts.${value}`) }))
  return (
    <>
      <PageHeader title={t('offers.title')} text={t('offers.text')} />
      <Notice answer={answer} />
      <ListPanel
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
        filters={
          <FilterBar fields={['keyword', 'domain', 'sort']}>
            <FilterField name="keyword" label={t('offers.keyword')} defaultValue={data.query.keyword} />
            <FilterField name="domain" label={t('offers.domain')} defaultValue={data.query.domain} />
            <FilterSelect name="sort" label={t('offers.sort')} value={data.query.sort ?? 'name'} options={sort} />
          </FilterBar>
        }
      >
        <OfferTable offers={data.offers} regionsParam={REGIONS} answer={answer} />
      </ListPanel>
      <RegionsDialog data={data} />
    </>
  )
}

const NOTICES = { join: 'joined', request: 'requested', leave: 'leftNotice' } as const

function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const notice = answer?.ok ? NOTICES[answer.intent as keyof typeof NOTICES] : undefined
  return notice ? <FormMessage tone="good">{t(`offers.${notice}`)}</FormMessage> : null
}

type RegionRow = { key: string; domain: string; names: string; commission: string }

/** The hosts of an advertiser with regions and commission. Regions with equal commission share a row. */
function RegionsDialog({ data }: { data: Data }) {
  const t = useTexts('programs')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const name = data.offers.find(({ id }) => String(id) === data.advertiserId)?.name ?? ''
  const columns: Column<RegionRow>[] = [
    { key: 'domain', header: t('offers.host'), isTitle: true, cell: (row) => row.domain },
    { key: 'regions', header: t('offers.regionNames'), cell: (row) => row.names || '–' },
    { key: 'commission', header: t('offers.regionPays'), cell: (row) => row.commission || '–' },
  ]
  return (
    <Dialog
      title={t('offers.regionsOf', { name })}
      isOpen={data.regions !== undefined}
      onClose={() => void navigate(searchWith(search, { [REGIONS]: undefined }), { preventScrollReset: true })}
      size="lg"
    >
      <DataTable
        label={t('offers.regions')}
        columns={columns}
        rows={(data.regions ?? []).flatMap(toRows)}
        rowKey={(row) => row.key}
        empty={<EmptyState art="link" title={t('offers.noRegions')} />}
      />
    </Dialog>
  )
}

function toRows({ domain, regions }: NonNullable<Data['regions']>[number]): RegionRow[] {
  const alike = Map.groupBy(regions, ({ commission }) => commission)
  if (alike.size === 0) return [{ key: domain, domain, names: '', commission: '' }]
  return [...alike].map(([commission, those]) => ({
    key: `${domain} ${commission}`,
    domain,
    names: those.map(({ name }) => name).join(', '),
    commission,
  }))
}
