import { Box } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DateText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TransactionView } from '../contract/transaction.ts'

/**
 * Shows the status of a transaction, for a cancelled one the reason, and for a pending one when a decision is expected.
 */
export function StatusCell({ transaction }: { transaction: TransactionView }) {
  const t = useTexts('transactions')
  const { status, reason, expected_decision_date: expected } = transaction
  return (
    <CellText
      details={[
        reason !== null && t(`cancelReasonText.${reason}`),
        expected !== null && (
          <Box key="expected" component="span" visibleFrom="sm">
            {t('list.expected')} <DateText value={expected} />
          </Box>
        ),
      ]}
    >
      <StatusBadge status={status} />
    </CellText>
  )
}
