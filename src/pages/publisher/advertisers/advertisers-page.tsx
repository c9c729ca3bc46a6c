import { Button, Group } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/advertisers-page'
import { addDays, toDay, toDayRange } from '#kernel/days.ts'
import type { Call } from '#kernel/endpoint.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { leadToFilterTime, useFilterTime } from '#platform/web/filter-time.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch, searchWith } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import {
  downloadOffersCall,
  leaveProgramCall,
  listOfferDomainsCall,
  listOffersCall,
  requestJoinCall,
} from '#domains/programmes/programs/contract/membership.ts'
import type { Offer } from '#domains/programmes/programs/contract/membership.ts'
import { answerQuestionCall } from '#domains/partners/memberships/contract/requests.ts'
import { listOwnInvitationsCall } from '#domains/partners/invitations/contract/publisher.ts'
import { getMerchantCall } from '#domains/programmes/programs/contract/merchant.ts'
import { ADVERTISER_SORTS } from '#domains/programmes/programs/rules.ts'
import { OfferTable } from '#domains/programmes/programs/web/offer-table.tsx'
import { Recommended } from '#domains/programmes/programs/web/recommended.tsx'
import { getOwnFiguresCall } from '#domains/figures/reports/contract/calls.ts'
import { OfferedSetupFacts } from '#domains/partners/setup/web/offered-setup.tsx'
import { loadOfferedSetup } from '#domains/partners/setup/web/load-offered-setup.ts'
import { listPromotionsCall } from '#domains/tracking/promotions/contract/promotion.ts'
import { DownloadButton } from '#ui/download-button.tsx'
import { PROMOTION_PARAMS, PromotionsDialog, readPromotionQuery } from './promotions-dialog.tsx'
import { RegionsDialog } from './regions-dialog.tsx'

const JoinDialog = lazy(async () => ({
  default: (await import('#domains/programmes/programs/web/join-dialog.tsx')).JoinDialog,
}))

/** The search parameters that open the dialogs about an advertiser. */
const DIALOGS = { regions: 'regions', promotions: 'promotions', join: 'join' } as const

/** All search parameters of the dialogs. The list does not depend on them. */
const DIALOG_PARAMS = [...Object.values(DIALOGS), ...Object.values(PROMOTION_PARAMS)]

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listOffersCall, '/advertisers'), DIALOG_PARAMS)
  const { begin, end, ...query } = read.query as Record<string, string>
  const { data } = await call(listOffersCall, { query })
  const { keyword, domain, sort } = query
  const now = new Date()
  const { from, until } = toDayRange({ begin, end }, now)
  return {
    ...getPageMeta(context, 'programs.offers.title', ['programs', 'promotions', OPTION_TEXTS, 'offered-setup']),
    ...data,
    list,
    query,
    ...(await loadInvitations(context, call)),
    own: await loadOwnFigures(call, data.advertisers, { begin, end }),
    page: pageInSearch(query, 10),
    range: { begin: from, end: addDays(until, -1), today: toDay(now) },
    download: buildAddress(downloadOffersCall.path, { query: { keyword, domain, sort, bom: '1' } }),
    dialog: await loadDialog(context, readSearch(request) as Record<string, string>, [
      ...data.advertisers,
      ...data.top_advertisers,
    ]),
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  leadToFilterTime(request)
  return serverLoader()
}

/** Loads the open invitations of the publisher by the advertiser's id; a sub-account reads none. */
async function loadInvitations(context: Route.LoaderArgs['context'], call: Call) {
  const { actor } = context.get(sessionContext)
  if (actor?.subAccount !== undefined) return { invited: {}, invitedCount: undefined }
  const query = { filter: 'open', page_size: 50 } as const
  const { count, invitations } = (await call(listOwnInvitationsCall, { query })).data
  return {
    invitedCount: count,
    invited: Object.fromEntries(invitations.map((each) => [each.advertiser_id, each])),
  }
}

/** Loads what the publisher itself earned with the listed advertisers in the range, by their ids. */
async function loadOwnFigures(call: Call, offers: readonly Offer[], range: { begin?: string; end?: string }) {
  if (offers.length === 0) return {}
  const advertiser_ids = offers.map(({ id }) => id).join(',')
  const { data } = await call(getOwnFiguresCall, { query: { advertiser_ids, ...range } })
  return Object.fromEntries(data.map((figures) => [figures.advertiser_id, figures]))
}

async function loadMerchant(call: Call, { public_id, slug }: Offer) {
  return (await call(getMerchantCall, { params: { public_id, slug } })).data
}

/** Loads the data of the dialog that the search opens. An advertiser that is not in the list opens none. */
async function loadDialog(
  context: Route.LoaderArgs['context'],
  search: Record<string, string>,
  offers: readonly Offer[],
) {
  const call = context.get(callContext)
  const find = (param: string) => offers.find(({ id }) => String(id) === search[param])
  const [regions, promotions, join] = [find(DIALOGS.regions), find(DIALOGS.promotions), find(DIALOGS.join)]
  const joinable = join?.can_join ? join : undefined
  const about = regions ?? joinable
  const query = readPromotionQuery(search)
  return {
    name: (about ?? promotions ?? join)?.name ?? '',
    domains: regions ? (await call(listOfferDomainsCall, { query: { advertiser_id: regions.id } })).data : null,
    setup: about ? await loadOfferedSetup(context, about.id) : null,
    promotions: promotions
      ? (await call(listPromotionsCall, { query: { ...query, advertiser_id: promotions.id } })).data
      : null,
    merchant: joinable ? await loadMerchant(call, joinable) : null,
    query,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const params = { advertiser_id: readText(form, 'advertiser_id') }
  const methods = readText(form, 'methods').split(',').filter(Boolean) as PromotionMethod[]
  const join = () => call(requestJoinCall, { params, body: { message: readText(form, 'message'), methods } })
  const answer = () => call(answerQuestionCall, { params, body: { answer: readText(form, 'answer') } })
  return runIntent(context, form, { join, request: join, answer, leave: () => call(leaveProgramCall, { params }) })
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
  useFilterTime(data.range)
  return (
    <>
      <PageHeader
        title={t('offers.title')}
        text={t('offers.text')}
        actions={
          <>
            {data.invitedCount !== undefined && (
              <Button component={Link} to="/invitations" variant="default" size="sm">
                {t('offers.invitations', { count: data.invitedCount })}
              </Button>
            )}
            {data.count > 0 && <DownloadButton href={data.download} rows={data.count} label={t('offers.download')} />}
          </>
        }
      />
      <Notice answer={answer} />
      <Recommended offers={data.top_advertisers} joinParam={DIALOGS.join} />
      <ListPanel
        list={data.list}
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
        filters={<Filters data={data} />}
      >
        <OfferTable
          offers={data.advertisers}
          own={data.own}
          invited={data.invited}
          params={DIALOGS}
          foreignParams={DIALOG_PARAMS}
          answer={answer}
        />
      </ListPanel>
      <Dialogs data={data} answer={answer} />
    </>
  )
}

function Filters({ data: { query, range } }: { data: Data }) {
  const t = useTexts('programs')
  const sort = ADVERTISER_SORTS.map((value) => ({ value, label: t(`offers.sorts.${value}`) }))
  return (
    <Group gap="sm" align="end">
      <FilterBar fields={['keyword', 'domain', 'sort']}>
        <FilterField name="keyword" label={t('offers.keyword')} defaultValue={query.keyword} />
        <FilterField name="domain" label={t('offers.domain')} defaultValue={query.domain} />
        <FilterSelect name="sort" label={t('offers.sort')} value={query.sort ?? 'recommended'} options={sort} />
      </FilterBar>
      <DateRange {...range} />
    </Group>
  )
}

function Dialogs({ data: { dialog }, answer }: { data: Data; answer: IntentAnswer | undefined }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const closed = searchWith(search, Object.fromEntries(DIALOG_PARAMS.map((name) => [name, undefined])))
  const close = () => void navigate(closed, { preventScrollReset: true })
  return (
    <>
      <RegionsDialog name={dialog.name} domains={dialog.domains} setup={dialog.setup} onClose={close} />
      <PromotionsDialog name={dialog.name} list={dialog.promotions} query={dialog.query} onClose={close} />
      <Suspense>
        <JoinDialog
          merchant={dialog.merchant}
          setup={dialog.setup && <OfferedSetupFacts setup={dialog.setup} />}
          onClose={close}
          answer={answer}
        />
      </Suspense>
    </>
  )
}

const NOTICES = { join: 'joined', request: 'requested', leave: 'leftNotice', answer: 'answered' } as const

function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const notice = answer?.ok ? NOTICES[answer.intent as keyof typeof NOTICES] : undefined
  return notice ? <FormMessage tone="good">{t(`offers.${notice}`)}</FormMessage> : null
}
