import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { InvitationStatus } from '../rules/vocabulary.ts'

const LOOKS: Record<InvitationStatus, Status> = {
  sent: 'PENDING',
  accepted: 'JOINED',
  declined: 'REJECTED',
  expired: 'CLOSED',
  withdrawn: 'CLOSED',
}

/** Where an invitation stands. Needs the texts `invitations`. */
export function InvitationBadge({ status }: { status: InvitationStatus }) {
  const t = useTexts('invitations')
  return <StatusBadge status={LOOKS[status]} label={t(`status.${status}`)} />
}
