import { Box } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DateText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { TransactionView } from '../contract/transaction.ts'

/**
 * Shows the status of a transaction: for a cancelled one the reason, for a pending one for what or why it waits, or
 * until when.
 */
export function StatusCell({ transaction }: { transaction: TransactionView }) {
  const t = useTexts('transactions')
  const { status, reason, hold_reason: hold, expected_decision_date: expected } = transaction
  const isWithoutRate = transaction.usd_commission === null && status === 'PENDING' && hold !== 'ABOVE_BOUND'
  return (
    <CellText
      details={[
        reason !== null && t(`cancelReasonText.${reason}`),
        isWithoutRate && t('list.waitsForRate'),
        hold !== null && t(`holdReason.${hold}`),
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
