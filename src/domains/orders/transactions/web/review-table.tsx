import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { formatAmount, parseAmount } from '#kernel/money.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { SelectionBar, useSelection } from '#ui/selection.tsx'
import type { PublisherTransactionView } from '../contract/transaction.ts'
import { getDecisionKey } from './decision-key.ts'

// Only a selection needs its buttons, dialogs and fields.
const DecisionButtons = lazy(async () => ({ default: (await import('./decision-bar.tsx')).DecisionButtons }))

interface ReviewTableProps {
  transactions: readonly PublisherTransactionView[]
  /** The columns after the one that selects. */
  columns: readonly Column<PublisherTransactionView>[]
  /** The address of the drawer of a transaction. */
  getAddress: (transaction: PublisherTransactionView) => string
  result: ActionResult
  empty: ReactNode
}

/** Shows transactions to select, and the decisions for the selected ones. */
export function ReviewTable({ transactions, columns, getAddress, result, empty }: ReviewTableProps) {
  const t = useTexts('transactions')
  const getLabel = (row: PublisherTransactionView) => t('review.selectOne', { order: row.order_id })
  const selection = useSelection(transactions, { rowKey: getDecisionKey, getLabel })
  return (
    <>
      <DataTable
        label={t('list.label')}
        columns={[selection.column, ...columns]}
        rows={transactions}
        rowKey={getDecisionKey}
        empty={empty}
      />
      <SelectionBar selection={selection} sums={<Sums rows={selection.rows} />}>
        <Suspense>
          <DecisionButtons chosen={selection.rows} items={getAddress} result={result} />
        </Suspense>
      </SelectionBar>
    </>
  )
}

/** What the rows are worth in USD. One without an exchange rate counts nothing yet. */
function Sums({ rows }: { rows: readonly PublisherTransactionView[] }) {
  const t = useTexts('transactions')
  const sum = (amounts: readonly (string | null)[]) =>
    formatAmount(amounts.reduce((total, amount) => total + (parseAmount(amount ?? '') ?? 0n), 0n))
  return t.rich('review.sums', {
    orders: () => <MoneyText amount={sum(rows.map((row) => row.usd_order_value))} />,
    commission: () => <MoneyText amount={sum(rows.map((row) => row.usd_commission))} />,
  })
}
