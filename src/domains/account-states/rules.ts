import { RESTRICTED_STATES } from './vocabulary.ts'
import type { AccountState, RestrictedState } from './vocabulary.ts'

const DAY_MS = 86_400_000

/** How long a publisher can reopen the account that it closed. Only then its small balance is settled. */
export const REOPEN_DAYS = 14

/** Returns when a closing at a time is final: the publisher can no longer reopen the account. */
export function getFinalAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MS)
}

/** Names the state of an account by its open periods: the gravest one. */
export function getAccountState(open: readonly { state: RestrictedState }[]): AccountState {
  return RESTRICTED_STATES.findLast((state) => open.some((period) => period.state === state)) ?? 'active'
}

/** Whether the publisher itself began a period. */
export function isOwn({ beganBy }: { beganBy: bigint | null }, ownerId: bigint): boolean {
  return beganBy === ownerId
}
