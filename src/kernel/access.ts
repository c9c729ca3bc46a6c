import type { KeyScope, Role, SiteAccess } from './actor.ts'

/** The kinds of accounts that access distinguishes. A sub-account has the role `publisher`, and a kind of its own. */
export type AccountKind = Role | 'closed_publisher' | 'read_only_sub_account' | 'full_sub_account'

/** Who calls: a visitor, or a kind of account. */
export type Caller = 'visitor' | AccountKind

const EVERY_ACCOUNT: readonly AccountKind[] = [
  'publisher',
  'closed_publisher',
  'read_only_sub_account',
  'full_sub_account',
  'advertiser',
  'operator',
]

/**
 * The callers that each access kind admits; all others are refused. This is the only place that says what a sub-account
 * may do: `publisher` is for the publisher alone, and so is every new call that does not ask for more.
 */
const ADMITTED = {
  public: ['visitor', ...EVERY_ACCOUNT],
  'signed-in': EVERY_ACCOUNT,
  'every-role': ['publisher', 'read_only_sub_account', 'full_sub_account', 'advertiser', 'operator'],
  publisher: ['publisher'],
  'publisher-closed': ['publisher', 'closed_publisher'],
  'publisher-full': ['publisher', 'full_sub_account'],
  'publisher-read': ['publisher', 'full_sub_account', 'read_only_sub_account'],
  advertiser: ['advertiser'],
  'advertiser-operator': ['advertiser', 'operator'],
  operator: ['operator'],
} satisfies Record<string, readonly Caller[]>

/** The access of endpoints for programs: only an API key with this scope, never a session. */
export type KeyAccess = `key:${KeyScope}`

/**
 * Who may call an endpoint: every client, every signed-in account, one role, or API keys with one scope. `every-role`
 * is for data of the network: a closed account and an operator without two-step sign-in have no access.
 * `publisher-closed` also admits a publisher whose account is closed, who sees its money and nothing else.
 * `publisher-read` also admits all sub-accounts of the publisher, `publisher-full` those with full access;
 * `advertiser-operator` admits these two roles.
 */
export type Access = keyof typeof ADMITTED | KeyAccess

/** The part of an account that decides its access. */
export interface Reader {
  role: Role
  subAccount?: { access: SiteAccess } | undefined
  /** Whether the account of the publisher is closed. */
  isClosed?: boolean | undefined
}

/** Returns the kind of an account. */
export function getAccountKind(reader: Reader): AccountKind {
  if (reader.isClosed) return 'closed_publisher'
  return reader.subAccount ? `${reader.subAccount.access}_sub_account` : reader.role
}

/** Whether only API keys have this access. */
export function isKeyAccess(access: Access): access is KeyAccess {
  return access.startsWith('key:')
}

/** Whether an access kind admits a caller. */
export function isAdmitted(access: Exclude<Access, KeyAccess>, caller: Caller): boolean {
  const admitted: readonly Caller[] = ADMITTED[access]
  return admitted.includes(caller)
}
