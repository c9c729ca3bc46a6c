import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { MembershipStatus, ProgramStatus } from '../rules.ts'
import type { TermsState } from '../rules.ts'

const PROGRAM: Record<ProgramStatus, Status> = { draft: 'DRAFT', open: 'ACTIVE', paused: 'PAUSED', closed: 'CLOSED' }
const MEMBERSHIP: Record<MembershipStatus, Status> = {
  pending: 'PENDING',
  joined: 'JOINED',
  declined: 'REJECTED',
  suspended: 'CANCELLED',
  left: 'CLOSED',
}
const TERMS: Record<TermsState, Status> = { in_force: 'ACTIVE', scheduled: 'PENDING', ended: 'CLOSED' }

/** Whether a programme is open. */
export function ProgramBadge({ status }: { status: ProgramStatus }) {
  const t = useTexts('programs')
  return <StatusBadge status={PROGRAM[status]} label={t(`status.${status}`)} />
}

/** A publisher's relation to a programme. */
export function MembershipBadge({ status }: { status: MembershipStatus }) {
  const t = useTexts('programs')
  return <StatusBadge status={MEMBERSHIP[status]} label={t(`membership.${status}`)} />
}

/** Whether a version of the terms is in force. */
export function TermsBadge({ state }: { state: TermsState }) {
  const t = useTexts('programs')
  return <StatusBadge status={TERMS[state]} label={t(`terms.${state}`)} />
}
