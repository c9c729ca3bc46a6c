/** The three roles. An e-mail has one account, and an account has one role. */
export const ROLES = ['publisher', 'advertiser', 'operator'] as const

/** The role of an account. */
export type Role = (typeof ROLES)[number]

/**
 * A signed-in account. `publisherId` is set for every approved publisher, `advertiserId` for every approved advertiser.
 */
export interface AccountActor {
  kind: 'account'
  accountId: bigint
  email: string
  role: Role
  displayName: string
  publisherId?: bigint
  advertiserId?: bigint
}

/** Who acts: a visitor, a signed-in account, or the system itself under the name of one of its jobs or commands. */
export type Actor = { kind: 'visitor' } | AccountActor | { kind: 'system'; name: string }

/** The actor of a request without a session. */
export const VISITOR: Actor = { kind: 'visitor' }
