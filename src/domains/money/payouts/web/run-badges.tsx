import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { PayoutStatus, RunStatus } from '../contract/vocabulary.ts'

const RUN_LOOKS: Record<RunStatus, Status> = {
  draft: 'DRAFT',
  approved: 'APPROVED',
  exported: 'PENDING',
  settled: 'PAID',
  closed: 'CLOSED',
}

const PAYOUT_LOOKS: Record<PayoutStatus, Status> = {
  draft: 'DRAFT',
  approved: 'APPROVED',
  exported: 'PENDING',
  paid: 'PAID',
  failed: 'REJECTED',
  returned: 'CANCELLED',
}

/** The status of a payout run. */
export function RunBadge({ status }: { status: RunStatus }) {
  const t = useTexts('runs')
  return <StatusBadge status={RUN_LOOKS[status]} label={t(`status.${status}`)} />
}

/** The status of a payout in the run that contains it. */
export function PayoutBadge({ status }: { status: PayoutStatus }) {
  const t = useTexts('runs')
  return <StatusBadge status={PAYOUT_LOOKS[status]} label={t(`payoutStatus.${status}`)} />
}
