import type { Route } from './+types/transactions-page'
import { addDays, dayOf, rangeOf } from '#kernel/days.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { searchOf } from '#platform/web/search.ts'
import { pageHead, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { listBrandTransactionsCall } from '#domains/transactions/contract/calls.ts'
import { TRANSACTION_STATUSES } from '#domains/transactions/contract/vocabulary.ts'
import { usePartnerColumns, useTransactionColumns } from '#domains/transactions/web/transaction-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = searchOf(request)
  const { data } = await context.get(callContext)(listBrandTransactionsCall, { query })
  const now = new Date()
  const { from, until } = rangeOf(query, now)
  return {
    ...data,
    range: { begin: from, end: addDays(until, -1), today: dayOf(now) },
    keyword: String(query.keyword ?? ''),
    status: String(query.status ?? ''),
    page: { page: Number(query.page_number ?? 1), pageSize: Number(query.page_size ?? LIST_PAGE_SIZES[0]) },
    ...pageHead(context, 'transactions.brand.title', ['transactions']),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function BrandTransactionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <BrandTransactions {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function BrandTransactions(loaded: Loaded) {
  const t = useTexts('transactions')
  const { transactions, count, page } = loaded
  const { date, orderTitle, orderValue, commission, clickPage, status } = useTransactionColumns()
  const { publisher } = usePartnerColumns()
  return (
    <>
      <PageHeader title={t('brand.title')} text={t('brand.text')} />
      <StatRow>
        <StatCard label={t('list.count')} value={<NumberText value={count} />} />
        <StatCard label={t('list.orderValue')} value={<MoneyText amount={loaded.total_order_value} />} />
        <StatCard
          label={t('brand.commission')}
          value={<MoneyText amount={loaded.total_earnings} digits={4} />}
          hint={t('brand.commissionHint')}
        />
      </StatRow>
      <Panel flush title={t('list.label')} actions={<Filters {...loaded} />}>
        <DataTable
          label={t('list.label')}
          columns={[date, orderTitle, publisher, orderValue, commission, clickPage, status]}
          rows={transactions}
          rowKey={(row) => row.transaction_id}
          empty={<EmptyState art="search" title={t('brand.empty')} />}
        />
        <Paginator {...page} count={count} />
      </Panel>
    </>
  )
}

function Filters({ keyword, status, counts, range, page }: Loaded) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const options = [
    { value: '', label: t('review.all') },
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: `${ui(`status.${value}`)} (${counts[value]})` })),
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
      <PageSizeSelect sizes={LIST_PAGE_SIZES} value={page.pageSize} />
    </>
  )
}
