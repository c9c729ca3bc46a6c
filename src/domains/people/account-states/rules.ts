import { DAY_MS } from '#kernel/days.ts'

/**
 * The states of an account that restrict it: no payouts, hits that do not count, closed. Of several at once, the last
 * one in this list is the state of the account.
 */
export const RESTRICTED_STATES = ['on_hold', 'suspended', 'closed'] as const

/** @see RESTRICTED_STATES */
export type RestrictedState = (typeof RESTRICTED_STATES)[number]

/** The states of the account of a publisher. */
export const ACCOUNT_STATES = ['active', ...RESTRICTED_STATES] as const

/** @see ACCOUNT_STATES */
export type AccountState = (typeof ACCOUNT_STATES)[number]

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
