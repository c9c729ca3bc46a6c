import type { ReactNode } from 'react'
import type { TestOrderView } from '#domains/orders/transactions/contract/test-order.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

interface TestOrderTableProps {
  orders: readonly TestOrderView[]
  empty: ReactNode
}

/** Test orders with what they would earn, or why they were rejected. Needs the error texts `postback`. */
export function TestOrderTable({ orders, empty }: TestOrderTableProps) {
  const t = useTexts('setup')
  const columns = useColumns()
  return <DataTable label={t('test.results')} columns={columns} rows={orders} rowKey={({ id }) => id} empty={empty} />
}

function useColumns(): Column<TestOrderView>[] {
  const t = useTexts('setup')
  const errorText = useTexts('errors')
  return [
    { key: 'order', header: t('test.order'), isTitle: true, cell: (row) => row.order_id ?? '–' },
    { key: 'received', header: t('test.received'), cell: (row) => <DateText value={row.received_at} withTime /> },
    {
      key: 'answer',
      header: t('test.answer'),
      place: 'status',
      cell: (row) =>
        row.reason === null ? (
          <StatusBadge status="RECORDED" label={t('test.passed')} />
        ) : (
          <CellText details={[errorText(`postback.${row.reason}`)]}>
            <StatusBadge status="REJECTED" />
          </CellText>
        ),
    },
    {
      key: 'value',
      header: t('test.value'),
      align: 'end',
      cell: (row) => <Money currency={row.currency} amount={row.order_value} />,
    },
    {
      key: 'commission',
      header: t('test.commission'),
      align: 'end',
      place: 'figure',
      cell: (row) => (
        <CellText details={[row.terms_version !== null && t('test.version', { version: row.terms_version })]}>
          <Money currency={row.commission_currency} amount={row.commission} />
        </CellText>
      ),
    },
  ]
}

function Money({ currency, amount }: { currency: string | null; amount: string | null }) {
  if (amount === null || currency === null) return '–'
  return <MoneyText amount={amount} currency={currency} />
}
