import type { Route } from './+types/transactions-page'
import { toDay } from '#kernel/days.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { deferInNavigation } from '#platform/web/deferred.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import type { TextChoice } from '#texts/texts.ts'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { DrawerOutlet, keepRows, openEdge } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { FilterName } from '#ui/filter-name.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow } from '#ui/stat-card.tsx'
import { downloadReviewCall, listReviewCall, summariseReviewCall } from '#domains/orders/transactions/contract/calls.ts'
import { reviewList } from '#domains/orders/transactions/contract/lists.ts'
import type { PublisherTransactionView } from '#domains/orders/transactions/contract/transaction.ts'
import { TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'
import { fillReviewSearch, toReviewQuery } from '#domains/orders/transactions/rules/review-list.ts'
import { decideAction } from './decide.server-actions.ts'
import { DeferredSummary, SummaryCard, SummaryDownload } from '#domains/orders/transactions/web/deferred-summary.tsx'
import type { SummaryState } from '#domains/orders/transactions/web/deferred-summary.tsx'
import { DecisionResult } from '#domains/orders/transactions/web/decision-result.tsx'
import { ReviewTable } from '#domains/orders/transactions/web/review-table.tsx'
import { useReviewColumns } from '#domains/orders/transactions/web/transaction-columns.tsx'
import { loadChosenName } from '#domains/desk/search/web/load-chosen-name.ts'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

const TEXTS: readonly TextChoice[] = [
  { domain: 'transactions', without: ['brand', 'timeline'] },
  { domain: 'saved-views', without: ['lists', 'mailed', 'stop', 'rhythm'] },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const today = toDay(new Date())
  const { query: search, list, views } = await loadList({ context, request }, reviewList)
  const query = fillReviewSearch(search, today)
  const asked = toReviewQuery(query) as never
  const call = context.get(callContext)
  const summing = call(summariseReviewCall, { query: asked }).then(({ data }) => data)
  // Prevents an unhandled rejection when the rows fail too; the error page then replaces this page.
  summing.catch(() => undefined)
  const { advertiser_id: advertiserId, publisher_id: publisherId } = search as Record<string, string | undefined>
  const [{ data }, advertiser, publisher] = await Promise.all([
    call(listReviewCall, { query: asked }),
    loadChosenName(call, 'advertisers', advertiserId),
    loadChosenName(call, 'publishers', publisherId),
  ])
  openEdge(request, data.transactions.map(getAddress))
  const [summary] = await deferInNavigation(request, summing)
  return {
    ...data,
    advertiser,
    publisher,
    summary,
    summaryOf: JSON.stringify(asked),
    list,
    views,
    download: buildAddress(downloadReviewCall.path, { query: { ...toReviewQuery(query), bom: '1' } }),
    page: pageInSearch(search, LIST_PAGE_SIZES[0]),
    range: { begin: query.begin, end: query.end, today },
    query: query as Record<string, string | undefined>,
    ...getPageMeta(context, 'transactions.review.title', TEXTS),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => decideAction(request, context)

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ publisher_id: publisherId, transaction_id: id }: PublisherTransactionView): string {
  return `/operator/transactions/${publisherId}/${id}`
}

export default function ReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Review loaded={loaderData} result={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

interface ReviewProps {
  loaded: Loaded
  result: Route.ComponentProps['actionData']
}

function Review({ loaded, result }: ReviewProps) {
  const t = useTexts('transactions')
  const { list, next, previous } = loaded
  const columns = useReviewColumns(getAddress)
  return (
    <>
      <PageHeader title={t('review.title')} text={t('review.text')} />
      <DecisionResult result={result} />
      <DeferredSummary key={loaded.summaryOf} summary={loaded.summary} Figures={ReviewFigures} />
      <ListPanel
        list={list}
        above={<ListViews list={list} views={loaded.views} />}
        filters={<Filters loaded={loaded} />}
        tools={
          <>
            <ColumnMenu list={list} columns={columns} />
            <SummaryDownload key={loaded.summaryOf} summary={loaded.summary} href={loaded.download} />
          </>
        }
        page={loaded.page}
        sizes={LIST_PAGE_SIZES}
        cursors={{ next, previous }}
        canSelect
      >
        <ReviewTable
          transactions={loaded.transactions}
          columns={pickColumns(columns, list)}
          getAddress={getAddress}
          result={result}
          empty={<EmptyState title={t('review.empty')} text={t('review.emptyText')} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={loaded.transactions.map(getAddress)} next={next} previous={previous} />
    </>
  )
}

function ReviewFigures({ summary }: { summary: SummaryState }) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  return (
    <StatRow>
      {TRANSACTION_STATUSES.map((status) => (
        <SummaryCard key={status} label={ui(`status.${status}`)} summary={summary} figure={status} />
      ))}
      <SummaryCard label={t('column.commission')} summary={summary} figure="total_earnings" />
    </StatRow>
  )
}

function Filters({ loaded: { query, range, advertiser, publisher } }: { loaded: Loaded }) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const statuses = [
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) })),
    { value: 'ALL', label: t('review.all') },
  ]
  return (
    <>
      <FilterBar fields={['status', 'advertiser_id', 'publisher_id', 'keyword']}>
        <FilterSelect name="status" label={t('review.status')} value={query.status ?? ''} options={statuses} />
        <FilterName
          kind="advertisers"
          name="advertiser_id"
          label={t('review.advertiser')}
          chosen={advertiser}
          anyLabel={t('review.anyone')}
        />
        <FilterName
          kind="publishers"
          name="publisher_id"
          label={t('review.publisher')}
          chosen={publisher}
          anyLabel={t('review.anyone')}
        />
        <FilterField
          name="keyword"
          label={t('list.keyword')}
          placeholder={t('review.keywordHint')}
          defaultValue={query.keyword}
        />
      </FilterBar>
      <DateRange {...range} />
    </>
  )
}
