import type { JoinMode, MembershipStatus } from '../rules.ts'

interface Joinable {
  join_mode: JoinMode
  membership: MembershipStatus | null
}

/**
 * Whether a request joins at once, as far as its publisher can know: without a decision, unless an earlier one was
 * declined. Its rules file stays out of the public pages, which are small.
 */
export function joinsAtOnce({ join_mode: mode, membership }: Joinable): boolean {
  return mode === 'auto' && membership !== 'declined'
}
