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
