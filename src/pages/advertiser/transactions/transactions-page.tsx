import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/transactions-page'
import { addDays, toDay, toDayRange } from '#kernel/days.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { deferInNavigation } from '#platform/web/deferred.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { DrawerOutlet, keepRows, openEdge } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow } from '#ui/stat-card.tsx'
import {
  downloadAdvertiserTransactionsCall,
  listAdvertiserTransactionsCall,
  summariseAdvertiserTransactionsCall,
} from '#domains/orders/transactions/contract/calls.ts'
import { decideAdvertiserTransactionsCall } from '#domains/orders/transactions/contract/decisions.ts'
import { advertiserTransactionList } from '#domains/orders/transactions/contract/lists.ts'
import type { PublisherTransactionView } from '#domains/orders/transactions/contract/transaction.ts'
import { TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'
import { submitDecision } from '#domains/orders/transactions/web/decision-form.ts'
import { DecisionResult } from '#domains/orders/transactions/web/decision-result.tsx'
import { DeferredSummary, SummaryCard, SummaryDownload } from '#domains/orders/transactions/web/deferred-summary.tsx'
import type { SummaryState } from '#domains/orders/transactions/web/deferred-summary.tsx'
import { ReviewTable } from '#domains/orders/transactions/web/review-table.tsx'
import { useReviewColumns } from '#domains/orders/transactions/web/transaction-columns.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

const ListedPart = lazy(async () => ({ default: (await import('./listed-part.tsx')).ListedPart }))

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, advertiserTransactionList)
  const call = context.get(callContext)
  const summing = call(summariseAdvertiserTransactionsCall, { query }).then(({ data }) => data)
  // Prevents an unhandled rejection when the rows fail too; the error page then replaces this page.
  summing.catch(() => undefined)
  const { data } = await call(listAdvertiserTransactionsCall, { query })
  openEdge(request, data.transactions.map(getAddress))
  const now = new Date()
  const { from, until } = toDayRange(query, now)
  const [summary] = await deferInNavigation(request, summing)
  return {
    ...data,
    list,
    views,
    summary,
    summaryOf: JSON.stringify(query),
    range: { begin: from, end: addDays(until, -1), today: toDay(now) },
    query,
    keyword: String(query['keyword'] ?? ''),
    status: String(query['status'] ?? ''),
    download: buildAddress(downloadAdvertiserTransactionsCall.path, {
      query: { ...query, begin: from, end: addDays(until, -1), bom: '1' },
    }),
    page: pageInSearch(query, LIST_PAGE_SIZES[0]),
    ...getPageMeta(context, 'transactions.brand.title', ['transactions', 'saved-views', 'order-parts']),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return submitDecision(await readForm(request, context), (body) => call(decideAdvertiserTransactionsCall, { body }))
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ publisher_id: publisherId, transaction_id: id }: PublisherTransactionView): string {
  return `/brand/transactions/${publisherId}/${id}`
}

export default function AdvertiserTransactionsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <AdvertiserTransactions loaded={loaderData} result={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function AdvertiserTransactions({ loaded, result }: { loaded: Loaded; result: Route.ComponentProps['actionData'] }) {
  const t = useTexts('transactions')
  const { transactions, list, next, previous } = loaded
  const columns = useReviewColumns(getAddress).filter(({ key }) => key !== 'advertiser')
  return (
    <>
      <PageHeader title={t('brand.title')} text={t('brand.text')} actions={<FilesLink />} />
      <DecisionResult result={result} />
      <DeferredSummary key={loaded.summaryOf} summary={loaded.summary} Figures={AdvertiserFigures} />
      <ListPanel
        list={list}
        above={
          <>
            <ListViews list={list} views={loaded.views} />
            <Suspense>
              <ListedPart query={loaded.query} name={loaded.value_name} transactions={transactions} />
            </Suspense>
          </>
        }
        filters={<Filters {...loaded} />}
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
          transactions={transactions}
          columns={pickColumns(columns, list)}
          getAddress={getAddress}
          result={result}
          empty={<EmptyState art="search" title={t('brand.empty')} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={transactions.map(getAddress)} next={next} previous={previous} />
    </>
  )
}

function FilesLink() {
  const t = useTexts('transactions')
  return (
    <Button
      component={Link}
      to="/brand/transactions/files"
      variant="default"
      leftSection={<IconUpload size={18} aria-hidden />}
    >
      {t('brand.files')}
    </Button>
  )
}

function AdvertiserFigures({ summary }: { summary: SummaryState }) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const statuses = TRANSACTION_STATUSES.map(
    (status) => typeof summary === 'object' && `${ui(`status.${status}`)} ${summary.counts[status]}`,
  )
  return (
    <StatRow>
      <SummaryCard
        label={t('list.count')}
        summary={summary}
        figure="count"
        hint={statuses.filter(Boolean).join(' · ')}
      />
      <SummaryCard label={t('list.orderValue')} summary={summary} figure="total_order_value" />
      <SummaryCard
        label={t('brand.commission')}
        summary={summary}
        figure="total_earnings"
        digits={4}
        hint={t('brand.commissionHint')}
      />
    </StatRow>
  )
}

function Filters({ keyword, status, range }: Loaded) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const options = [
    { value: '', label: t('review.all') },
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) })),
    { value: 'NOT_CANCELLED', label: t('brand.notCancelled') },
  ]
  return (
    <>
      <FilterBar fields={['status', 'keyword']}>
        <FilterSelect name="status" label={t('review.status')} value={status} options={options} />
        <FilterField
          name="keyword"
          label={t('list.keyword')}
          placeholder={t('review.keywordHint')}
          defaultValue={keyword}
        />
      </FilterBar>
      <DateRange {...range} />
    </>
  )
}
