/** The three roles; one e-mail is one account is one role. */
export const ROLES = ['publisher', 'advertiser', 'operator'] as const

/** What an account does in the network. */
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

/** The visitor: nobody is signed in. */
export const VISITOR: Actor = { kind: 'visitor' }
