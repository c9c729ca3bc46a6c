import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { ClaimView } from '../contract/claim.ts'
import type { ClaimStatus } from '../rules.ts'

const LOOKS: Record<ClaimStatus, Status> = {
  answered: 'CLOSED',
  waiting: 'PENDING',
  accepted: 'APPROVED',
  refused: 'REJECTED',
  withdrawn: 'PAUSED',
}

/** The status of a claim. Of one that waits, the badge says for whom: the evidence of the publisher, or the brand. */
export function ClaimBadge({ claim }: { claim: Pick<ClaimView, 'status' | 'evidence_until'> }) {
  const t = useTexts('claims')
  const { status, evidence_until: evidenceUntil } = claim
  const isOwn = useSession().actor?.role === (evidenceUntil === null ? 'advertiser' : 'publisher')
  const waitsFor = `waitsFor.${isOwn ? 'you' : evidenceUntil === null ? 'brand' : 'publisher'}` as const
  return <StatusBadge status={LOOKS[status]} label={t(status === 'waiting' ? waitsFor : `status.${status}`)} />
}
