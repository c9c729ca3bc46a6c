import type { Route } from './+types/transactions-page'
import { addDays, toDay } from '#kernel/days.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readListSearch } from '#platform/web/list-view.ts'
import { deferInNavigation } from '#platform/web/deferred.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CursorPager } from '#ui/cursor-pager.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatRow } from '#ui/stat-card.tsx'
import { listReviewCall, summariseReviewCall } from '#domains/transactions/contract/calls.ts'
import type { PublisherTransactionView } from '#domains/transactions/contract/transaction.ts'
import { TRANSACTION_STATUSES } from '#domains/transactions/contract/vocabulary.ts'
import { decideAction } from './decide.server-actions.ts'
import { DeferredSummary, SummaryCard } from '#domains/transactions/web/deferred-summary.tsx'
import type { SummaryState } from '#domains/transactions/web/deferred-summary.tsx'
import { DecisionResult } from '#domains/transactions/web/decision-result.tsx'
import { getDecisionKey } from '#domains/transactions/web/decision-bar.tsx'
import { ReviewTable } from '#domains/transactions/web/review-table.tsx'
import {
  useCounterpartyColumns,
  useOrderColumn,
  useTransactionColumns,
} from '#domains/transactions/web/transaction-columns.tsx'

/**
 * The default range, long enough to include all pending transactions in practice. Operators can choose a longer one.
 */
const REVIEW_DAYS = 365

export async function loader({ context, request }: Route.LoaderArgs) {
  const today = toDay(new Date())
  const query = {
    begin: addDays(today, -REVIEW_DAYS),
    end: today,
    status: 'PENDING',
    ...readListSearch(request, { page_size: LIST_PAGE_SIZES }),
  }
  const isAll = query.status === 'ALL'
  const asked = { ...query, status: isAll ? undefined : query.status } as never
  const call = context.get(callContext)
  const summing = call(summariseReviewCall, { query: asked }).then(({ data }) => data)
  // Prevents an unhandled rejection when the rows fail too; the error page then replaces this page.
  summing.catch(() => undefined)
  const { data } = await call(listReviewCall, { query: asked })
  const [summary] = await deferInNavigation(request, summing)
  return {
    ...data,
    summary,
    summaryOf: JSON.stringify(asked),
    range: { begin: query.begin, end: query.end, today },
    query: query as Record<string, string | undefined>,
    ...getPageMeta(context, 'transactions.review.title', ['transactions']),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => decideAction(request, context)

export const meta: Route.MetaFunction = titleMeta

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
  const { date, advertiser, orderValue, commission, status } = useTransactionColumns()
  const order = useOrderColumn<PublisherTransactionView>(
    (row) => `/operator/transactions/${row.publisher_id}/${row.transaction_id}`,
  )
  const columns = [date, advertiser, useCounterpartyColumns().publisher, order, orderValue, commission, status]
  // The key resets the selection when the rows or their statuses change.
  const rowKeys = loaded.transactions.map(getDecisionKey).join()
  const pageSize = Number(loaded.query.page_size ?? LIST_PAGE_SIZES[0])
  return (
    <>
      <PageHeader title={t('review.title')} text={t('review.text')} />
      <DecisionResult result={result} />
      <DeferredSummary key={loaded.summaryOf} summary={loaded.summary} Figures={ReviewFigures} />
      <Panel flush title={t('list.label')} actions={<Filters loaded={loaded} pageSize={pageSize} />}>
        <ReviewTable
          key={rowKeys}
          transactions={loaded.transactions}
          columns={columns}
          result={result}
          empty={<EmptyState title={t('review.empty')} text={t('review.emptyText')} />}
        />
        <CursorPager next={loaded.next} previous={loaded.previous} />
      </Panel>
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

function Filters({
  loaded: { query, range, advertisers, publishers },
  pageSize,
}: {
  loaded: Loaded
  pageSize: number
}) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const anyone = { value: '', label: t('review.anyone') }
  const toOptions = (list: readonly { id: number; name: string }[]) => [
    anyone,
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const statuses = [
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) })),
    { value: 'ALL', label: t('review.all') },
  ]
  return (
    <>
      <FilterBar fields={['status', 'advertiser_id', 'publisher_id', 'keyword']}>
        <FilterSelect name="status" label={t('review.status')} value={query.status ?? ''} options={statuses} />
        <FilterSelect
          name="advertiser_id"
          label={t('review.advertiser')}
          value={query.advertiser_id ?? ''}
          options={toOptions(advertisers)}
        />
        <FilterSelect
          name="publisher_id"
          label={t('review.publisher')}
          value={query.publisher_id ?? ''}
          options={toOptions(publishers)}
        />
        <FilterField
          name="keyword"
          label={t('list.keyword')}
          placeholder={t('review.keywordHint')}
          defaultValue={query.keyword}
        />
      </FilterBar>
      <DateRange {...range} />
      <PageSizeSelect sizes={LIST_PAGE_SIZES} value={pageSize} />
    </>
  )
}
