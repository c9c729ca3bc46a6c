import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { FormStatus } from '../rules.ts'

const LOOKS: Record<FormStatus, Status> = {
  waiting: 'REVIEW',
  verified: 'APPROVED',
  refused: 'REJECTED',
  replaced: 'CLOSED',
}

/** The status of a tax form. */
export function FormBadge({ status }: { status: FormStatus }) {
  const t = useTexts('taxes')
  return <StatusBadge status={LOOKS[status]} label={t(`formStatus.${status}`)} />
}
