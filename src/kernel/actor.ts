import type { KeyScope } from './key-scopes.ts'

/** The three roles. An e-mail has one account, and an account has one role. */
export const ROLES = ['publisher', 'advertiser', 'operator'] as const

/** The role of an account. */
export type Role = (typeof ROLES)[number]

/** What a member of an advertiser's team is there. An agency works for the brand. */
export const TEAM_ROLES = ['owner', 'manager', 'validator', 'finance', 'developer', 'viewer', 'agency'] as const

/** One of `TEAM_ROLES`. */
export type TeamRole = (typeof TEAM_ROLES)[number]

/** What a sub-account may do: read its site's figures; with `full` also make links, use promotions and download. */
export const SITE_ACCESS = ['read_only', 'full'] as const

/** One of `SITE_ACCESS`. */
export type SiteAccess = (typeof SITE_ACCESS)[number]

/** The site to which a sub-account is bound, and its access there. */
export interface SubAccount {
  siteId: bigint
  access: SiteAccess
}

/**
 * A signed-in account. `publisherId` is set for every approved publisher and, while its account is open, for its
 * sub-accounts; `advertiserId` and `teamRole` for every member of an advertiser's team.
 */
export interface AccountActor {
  kind: 'account'
  accountId: bigint
  email: string
  role: Role
  displayName: string
  /** The session of the request; absent when the account acts without one, by an API key. */
  sessionId?: bigint
  /** Whether this operator must switch two-step sign-in on before anything else. */
  mustSetUpTwoStep?: boolean
  /** Whether single keys are shortcuts in the console; absent means that they are. */
  hasShortcuts?: boolean
  /** When the owner last entered the password again in this session; its login does not count. */
  passwordVerifiedAt?: Date | null
  publisherId?: bigint
  advertiserId?: bigint
  teamRole?: TeamRole
  /** Set while the account of the publisher is closed: it sees its money and nothing else. */
  isClosed?: boolean
  /** Set for a sub-account of the publisher. */
  subAccount?: SubAccount
}

/**
 * A program that carries an API key. It acts for the account of a publisher or of an advertiser, within the scopes of
 * the key; the id of one of the two is set.
 */
export interface KeyActor {
  kind: 'key'
  keyId: bigint
  accountId: bigint
  publisherId?: bigint
  advertiserId?: bigint
  scopes: readonly KeyScope[]
}

/**
 * Who acts: a visitor, a signed-in account, a program with an API key, or the system itself under the name of one of
 * its jobs or commands.
 */
export type Actor = { kind: 'visitor' } | AccountActor | KeyActor | { kind: 'system'; name: string }

/** The actor of a request without a session. */
export const VISITOR: Actor = { kind: 'visitor' }
