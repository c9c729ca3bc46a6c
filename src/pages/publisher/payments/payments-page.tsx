import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/payments-page'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { deferInNavigation } from '#platform/web/deferred.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { getOwnStatesCall } from '#domains/people/account-states/contract.ts'
import { StateNotice } from '#domains/people/account-states/web/state-notice.tsx'
import { getBalanceCall } from '#domains/money/payouts/contract/balance.ts'
import { explainNextPaymentCall, forecastCall } from '#domains/money/payouts/contract/explanation.ts'
import { getClosingCall, listPayoutsCall } from '#domains/money/payouts/contract/statements.ts'
import type { PayoutView } from '#domains/money/payouts/contract/statements.ts'
import { BalanceCards } from '#domains/money/payouts/web/balance-cards.tsx'
import { ForfeiturePanel } from '#domains/money/payouts/web/forfeiture-panel.tsx'
import { ForecastPanel } from '#domains/money/payouts/web/forecast-panel.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { NextPaymentPanel } from '#domains/money/payouts/web/next-payment-panel.tsx'
import { PayoutStatusBadge } from '#domains/money/payouts/web/payout-status.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listPayoutsCall, '/payments'))
  const query = read.query as Record<string, string>
  const forecasting = call(forecastCall).then((reply) => reply.data)
  // Prevents an unhandled rejection when another call fails too.
  forecasting.catch(() => undefined)
  const [states, closing, balance, next, payouts] = await Promise.all([
    call(getOwnStatesCall),
    call(getClosingCall),
    call(getBalanceCall),
    call(explainNextPaymentCall),
    call(listPayoutsCall, { query }),
  ])
  const [forecast] = await deferInNavigation(request, forecasting)
  return {
    ...getPageMeta(context, 'statements.title', ['statements', 'payouts', 'account-states']),
    states: states.data,
    forfeitures: closing.data.forfeitures,
    balance: balance.data,
    next: next.data,
    ...payouts.data,
    forecast,
    list,
    page: pageInSearch(query, LIST_PAGE_SIZES[0]),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Payments {...loaderData} />
    </TextsProvider>
  )
}

function Payments({
  states,
  forfeitures,
  balance,
  next,
  payouts,
  count,
  forecast,
  list,
  page,
}: Route.ComponentProps['loaderData']) {
  const t = useTexts('statements')
  const columns = usePayoutColumns()
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <Button component={Link} to="/account#payment" size="sm" variant="default">
            {t('details')}
          </Button>
        }
      />
      <StateNotice states={states} />
      <BalanceCards balance={balance} />
      <NextPaymentPanel next={next} />
      <ListPanel title={t('payouts')} list={list} page={page} sizes={LIST_PAGE_SIZES} count={count}>
        <DataTable
          label={t('payouts')}
          columns={columns}
          rows={payouts}
          rowKey={(row) => row.payout_id}
          empty={<Empty />}
        />
      </ListPanel>
      <ForfeiturePanel forfeitures={forfeitures} />
      <ForecastPanel forecast={forecast} />
    </>
  )
}

function Empty() {
  const t = useTexts('statements')
  return (
    <EmptyState
      art="search"
      title={t('empty')}
      text={t('emptyText')}
      action={
        <Button component={Link} to="/transactions">
          {t('seeTransactions')}
        </Button>
      }
    />
  )
}

function usePayoutColumns(): Column<PayoutView>[] {
  const t = useTexts('statements')
  const getMonthName = useMonthName()
  const month = (row: PayoutView) => (
    <Anchor component={Link} to={`/payments/${row.payout_id}`} inherit c="inherit" underline="never">
      {getMonthName(row.month)}
    </Anchor>
  )
  return [
    { key: 'month', header: t('column.month'), isTitle: true, isRowLink: true, cell: month },
    { key: 'number', header: t('column.number'), place: 'none', cell: (row) => row.statement_number ?? '–' },
    {
      key: 'to',
      header: t('column.to'),
      place: 'more',
      cell: (row) => `${t(`method.${row.method}`)} ${row.destination}`,
    },
    {
      key: 'date',
      header: t('column.date'),
      place: 'detail',
      cell: (row) => (row.status === 'paid' && row.settled_on !== null ? <DateText value={row.settled_on} /> : '–'),
    },
    {
      key: 'status',
      header: t('column.status'),
      place: 'status',
      cell: (row) => <PayoutStatusBadge status={row.status} />,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
    },
  ]
}
