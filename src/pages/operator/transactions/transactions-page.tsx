import type { Route } from './+types/transactions-page'
import { addDays, dayOf } from '#kernel/days.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { searchOf } from '#platform/web/search.ts'
import { pageHead, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { listReviewCall } from '#domains/transactions/contract/calls.ts'
import { TRANSACTION_STATUSES } from '#domains/transactions/contract/vocabulary.ts'
import { decideAction } from './decide.server-actions.ts'
import { DecisionResult } from '#domains/transactions/web/decision-result.tsx'
import { ReviewTable, nameOf } from '#domains/transactions/web/review-table.tsx'

/** Wide enough that nothing pending is overlooked; a longer range can be chosen. */
const REVIEW_DAYS = 365

export async function loader({ context, request }: Route.LoaderArgs) {
  const today = dayOf(new Date())
  const query = { begin: addDays(today, -REVIEW_DAYS), end: today, status: 'PENDING', ...searchOf(request) }
  const isAll = query.status === 'ALL'
  const asked = { ...query, status: isAll ? undefined : query.status }
  const { data } = await context.get(callContext)(listReviewCall, { query: asked as never })
  return {
    ...data,
    range: { begin: query.begin, end: query.end, today },
    query: query as Record<string, string | undefined>,
    ...pageHead(context, 'transactions.review.title', ['transactions']),
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
  const { count, counts, query } = loaded
  // What was chosen is forgotten as soon as the rows, or the status of one, have changed.
  const rowKeys = loaded.transactions.map(nameOf).join()
  const page = { page: Number(query.page_number ?? 1), pageSize: Number(query.page_size ?? LIST_PAGE_SIZES[0]) }
  return (
    <>
      <PageHeader title={t('review.title')} text={t('review.text')} />
      <DecisionResult result={result} />
      <StatRow>
        {TRANSACTION_STATUSES.map((status) => (
          <StatCard
            key={status}
            label={<StatusLabel status={status} />}
            value={<NumberText value={counts[status]} />}
          />
        ))}
        <StatCard label={t('column.commission')} value={<MoneyText amount={loaded.total_earnings} />} />
      </StatRow>
      <Panel flush title={t('list.label')} actions={<Filters loaded={loaded} pageSize={page.pageSize} />}>
        <ReviewTable key={rowKeys} transactions={loaded.transactions} result={result} />
        <Paginator {...page} count={count} />
      </Panel>
    </>
  )
}

function StatusLabel({ status }: { status: keyof Loaded['counts'] }) {
  const t = useTexts('ui')
  return t(`status.${status}`)
}

function Filters({
  loaded: { query, range, advertisers, publishers, counts },
  pageSize,
}: {
  loaded: Loaded
  pageSize: number
}) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const anyone = { value: '', label: t('review.anyone') }
  const optionsOf = (list: readonly { id: number; name: string }[]) => [
    anyone,
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const statuses = [
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: `${ui(`status.${value}`)} (${counts[value]})` })),
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
          options={optionsOf(advertisers)}
        />
        <FilterSelect
          name="publisher_id"
          label={t('review.publisher')}
          value={query.publisher_id ?? ''}
          options={optionsOf(publishers)}
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
