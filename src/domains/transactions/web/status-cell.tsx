import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TransactionView } from '../contract/transaction.ts'

/** Shows the status of a transaction, and for a cancelled one the reason. */
export function StatusCell({ transaction }: { transaction: TransactionView }) {
  const t = useTexts('transactions')
  const { status, reason } = transaction
  return (
    <CellText details={[reason !== null && t(`cancelReasonText.${reason}`)]}>
      <StatusBadge status={status} />
    </CellText>
  )
}
