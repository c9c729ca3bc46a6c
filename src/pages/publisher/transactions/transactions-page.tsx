import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/transactions-page'
import { toDay, toDayRange, addDays } from '#kernel/days.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { leadToFilterTime, useFilterTime } from '#platform/web/filter-time.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { ROW_PARAMS } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { DrawerOutlet, keepRows, openEdge, pagesBeside } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { downloadTransactionsCall, listTransactionsCall } from '#domains/orders/transactions/contract/calls.ts'
import { publisherTransactionList } from '#domains/orders/transactions/contract/lists.ts'
import type { TransactionView } from '#domains/orders/transactions/contract/transaction.ts'
import { TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'
import { usePublisherColumns } from '#domains/orders/transactions/web/transaction-columns.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, publisherTransactionList)
  const { data } = await context.get(callContext)(listTransactionsCall, { query })
  openEdge(request, data.transactions.map(getAddress))
  const page = pageInSearch(query, LIST_PAGE_SIZES[0])
  const now = new Date()
  const { from, until } = toDayRange(query, now)
  const range = { begin: from, end: addDays(until, -1), today: toDay(now) }
  return {
    ...data,
    list,
    views,
    range,
    keyword: String(query['keyword'] ?? ''),
    status: String(query['status'] ?? ''),
    download: buildAddress(downloadTransactionsCall.path, {
      query: { ...query, begin: from, end: range.end, bom: '1' },
    }),
    page,
    ...getPageMeta(context, 'transactions.list.title', ['transactions', 'saved-views']),
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  leadToFilterTime(request)
  return serverLoader()
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ transaction_id: id }: Pick<TransactionView, 'transaction_id'>): string {
  return `/transactions/${id}`
}

export default function TransactionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Transactions {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Transactions({ transactions, count, total_earnings, total_order_value, range, page, ...loaded }: Loaded) {
  const t = useTexts('transactions')
  useFilterTime(range)
  const columns = usePublisherColumns(getAddress)
  const canClaim = useSession().actor?.subAccount === undefined
  return (
    <>
      <PageHeader
        title={t('list.title')}
        text={t('list.text')}
        actions={
          canClaim && (
            <Button component={Link} to="/claims/new" variant="default">
              {t('list.claim')}
            </Button>
          )
        }
      />
      <Reloading foreignParams={ROW_PARAMS}>
        <StatRow>
          <StatCard label={t('list.count')} value={<NumberText value={count} />} />
          <StatCard label={t('list.orderValue')} value={<MoneyText amount={total_order_value} />} />
          <StatCard
            label={t('list.earnings')}
            value={<MoneyText amount={total_earnings} digits={4} />}
            hint={t('list.earningsHint')}
          />
        </StatRow>
      </Reloading>
      <ListPanel
        list={loaded.list}
        above={<ListViews list={loaded.list} views={loaded.views} />}
        filters={
          <>
            <Filters {...loaded} />
            <DateRange {...range} />
          </>
        }
        tools={
          <>
            <ColumnMenu list={loaded.list} columns={columns} />
            <DownloadButton isTool href={loaded.download} rows={count} label={t('list.download')} />
          </>
        }
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
      >
        <DataTable
          label={t('list.label')}
          columns={pickColumns(columns, loaded.list)}
          rows={transactions}
          rowKey={(row) => row.transaction_id}
          empty={<Empty />}
        />
      </ListPanel>
      <DrawerOutlet addresses={transactions.map(getAddress)} {...pagesBeside(page, count)} />
    </>
  )
}

function Empty() {
  const t = useTexts('transactions')
  const makeLink = (
    <Button component={Link} to="/custom_link">
      {t('list.makeLink')}
    </Button>
  )
  return (
    <EmptyState
      art="search"
      title={t('list.empty')}
      text={t('list.emptyText')}
      action={<ClearFilters>{makeLink}</ClearFilters>}
    />
  )
}

function Filters({ keyword, status }: Pick<Loaded, 'keyword' | 'status'>) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const statuses = [
    { value: '', label: t('list.allStatuses') },
    ...TRANSACTION_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) })),
  ]
  return (
    <FilterBar fields={['status', 'keyword']}>
      <FilterSelect name="status" label={t('list.status')} value={status} options={statuses} />
      <FilterField
        name="keyword"
        label={t('list.keyword')}
        placeholder={t('list.keywordHint')}
        defaultValue={keyword}
      />
    </FilterBar>
  )
}
