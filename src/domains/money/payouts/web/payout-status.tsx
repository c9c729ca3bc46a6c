import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { PayoutView } from '../contract/statements.ts'

const LOOKS = {
  approved: 'PENDING',
  exported: 'PENDING',
  paid: 'PAID',
  failed: 'REJECTED',
  returned: 'REJECTED',
} as const

/** The state of a payout as its publisher sees it. */
export function PayoutStatusBadge({ status }: Pick<PayoutView, 'status'>) {
  const t = useTexts('statements')
  return <StatusBadge status={LOOKS[status]} label={t(`status.${status}`)} />
}
