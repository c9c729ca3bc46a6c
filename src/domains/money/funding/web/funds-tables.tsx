import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { BillingView, DepositView, FundsMonth, UncoveredOrderView } from '../contract/billing.ts'

/** The page with the lines behind a figure; without it the figures are no links. */
interface LinesPath {
  linesPath?: string | undefined
}

/** The payments of an advertiser and what was paid back, newest first. */
export function DepositTable({ deposits, linesPath }: Pick<BillingView, 'deposits'> & LinesPath) {
  const t = useTexts('funding')
  return (
    <Panel title={t('deposits.title')} flush>
      <DataTable
        label={t('deposits.label')}
        columns={useDepositColumns({ linesPath })}
        rows={deposits}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('deposits.emptyTitle')} text={t('deposits.emptyText')} />}
      />
    </Panel>
  )
}

function useDepositColumns({ linesPath }: LinesPath): Column<DepositView>[] {
  const t = useTexts('funding')
  return [
    { key: 'reference', header: t('deposits.reference'), isTitle: true, cell: ({ reference }) => reference },
    { key: 'kind', header: t('deposits.kind'), place: 'more', cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'used',
      header: t('deposits.used'),
      align: 'end',
      cell: ({ id, used }) => {
        if (used === null) return '–'
        const shown = <MoneyText amount={used} />
        return linesPath === undefined ? shown : <Link to={`${linesPath}?deposit_id=${id}`}>{shown}</Link>
      },
    },
    {
      key: 'rest',
      header: t('deposits.rest'),
      align: 'end',
      place: 'more',
      cell: ({ rest }) => (rest === null ? '–' : <MoneyText amount={rest} />),
    },
    { key: 'day', header: t('deposits.day'), place: 'more', cell: ({ moved_on: day }) => <DateText value={day} /> },
    {
      key: 'amount',
      header: t('deposits.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ kind, amount }) => <MoneyText amount={kind === 'refund' ? `-${amount}` : amount} />,
    },
  ]
}

/** The oldest orders that are not covered; `getPath` leads to one. */
export function UncoveredTable({ orders, count, getPath }: UncoveredTableProps) {
  const t = useTexts('funding')
  const columns = useUncoveredColumns(getPath)
  const text = count > orders.length ? t('uncovered.some', { shown: orders.length, count }) : t('uncovered.text')
  return (
    <Panel flush title={t('uncovered.title')} text={text}>
      <DataTable label={t('uncovered.title')} columns={columns} rows={orders} rowKey={(row) => row.transaction_id} />
    </Panel>
  )
}

function useUncoveredColumns(getPath: UncoveredTableProps['getPath']): Column<UncoveredOrderView>[] {
  const t = useTexts('funding')
  return [
    {
      key: 'order',
      header: t('uncovered.order'),
      isTitle: true,
      cell: (order) => (
        <CellText details={[order.publisher_name]}>
          <Link to={getPath(order)}>{order.order_id}</Link>
        </CellText>
      ),
    },
    { key: 'confirmed', header: t('uncovered.confirmed'), cell: (order) => <DateText value={order.confirmed_at} /> },
    {
      key: 'open',
      header: t('uncovered.open'),
      align: 'end',
      place: 'figure',
      cell: ({ open }) => <MoneyText amount={open} />,
    },
  ]
}

interface UncoveredTableProps {
  orders: readonly UncoveredOrderView[]
  /** How many there are in all. */
  count: number
  getPath: (order: UncoveredOrderView) => string
}

/** What the funds of an advertiser were used for, by month. */
export function FundsMonths({ billing: { months, program }, linesPath }: { billing: BillingView } & LinesPath) {
  const t = useTexts('funding')
  const title = program === null ? t('months.title') : t('months.titleOf', { program })
  return (
    <Panel title={title} text={t('months.text')} flush>
      <DataTable
        label={t('months.label')}
        columns={useMonthColumns({ linesPath })}
        rows={months}
        rowKey={({ month }) => month}
        empty={<EmptyState title={t('months.emptyTitle')} text={t('months.emptyText')} />}
      />
    </Panel>
  )
}

function useMonthColumns({ linesPath }: LinesPath): Column<FundsMonth>[] {
  const t = useTexts('funding')
  const nameMonth = useMonthName()
  const link = ({ month }: FundsMonth, shown: ReactNode) =>
    linesPath === undefined ? shown : <Link to={`${linesPath}?month=${month}`}>{shown}</Link>
  return [
    { key: 'month', header: t('months.month'), isTitle: true, cell: ({ month }) => nameMonth(month) },
    { key: 'deposits', header: t('months.deposits'), align: 'end', cell: (row) => <MoneyText amount={row.deposits} /> },
    {
      key: 'refunds',
      header: t('months.refunds'),
      align: 'end',
      place: 'more',
      cell: (row) => <MoneyText amount={row.refunds} />,
    },
    {
      key: 'orders',
      header: t('months.orders'),
      align: 'end',
      place: 'more',
      cell: (row) => link(row, <NumberText value={row.orders} />),
    },
    {
      key: 'commission',
      header: t('months.commission'),
      align: 'end',
      cell: (row) => link(row, <MoneyText amount={row.commission} />),
    },
    {
      key: 'fee',
      header: t('months.fee'),
      align: 'end',
      place: 'more',
      cell: (row) => link(row, <MoneyText amount={row.fee} />),
    },
    {
      key: 'closing',
      header: t('months.closing'),
      align: 'end',
      place: 'figure',
      cell: (row) => <MoneyText amount={row.closing} />,
    },
  ]
}
