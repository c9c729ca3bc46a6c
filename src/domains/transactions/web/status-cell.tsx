import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TransactionView } from '../contract/transaction.ts'
import styles from './transactions.module.css'

/** The status of a transaction; of a cancelled one also why, in words. */
export function StatusCell({ transaction }: { transaction: TransactionView }) {
  const t = useTexts('transactions')
  const { status, reason } = transaction
  return (
    <span className={styles.status}>
      <StatusBadge status={status} />
      {reason !== null && <span className={styles.reason}>{t(`cancelReasonText.${reason}`)}</span>}
    </span>
  )
}
