import type { JoinMode, MembershipStatus } from '../rules.ts'

interface Joinable {
  join_mode: JoinMode
  membership: MembershipStatus | null
}

/**
 * Whether a publisher joins at once, as far as it can know: without a decision, unless its last request was declined.
 * It stands beside the rules and not in them, because the page of a merchant loads no more than it needs.
 */
export function joinsAtOnce({ join_mode: mode, membership }: Joinable): boolean {
  return mode === 'auto' && membership !== 'declined'
}
