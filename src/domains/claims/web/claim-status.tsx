import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { ClaimStatus } from '../rules.ts'

const LOOKS: Record<ClaimStatus, Status> = {
  answered: 'CLOSED',
  waiting: 'PENDING',
  accepted: 'APPROVED',
  refused: 'REJECTED',
  withdrawn: 'PAUSED',
}

/** The status of a claim. */
export function ClaimBadge({ status }: { status: ClaimStatus }) {
  const t = useTexts('claims')
  return <StatusBadge status={LOOKS[status]} label={t(`status.${status}`)} />
}
