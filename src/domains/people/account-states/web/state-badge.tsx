import { useTexts } from '#platform/web/texts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { AccountState } from '../rules.ts'

const LOOKS = { active: 'ACTIVE', on_hold: 'REVIEW', suspended: 'REJECTED', closed: 'CLOSED' } as const

/** The state of an account. */
export function StateBadge({ state }: { state: AccountState }) {
  const t = useTexts('account-states')
  return <StatusBadge status={LOOKS[state]} label={t(`state.${state}`)} />
}
