import { TEAM_ROLES } from './actor.ts'
import type { Role, SiteAccess, TeamRole } from './actor.ts'
import type { KeyScope } from './key-scopes.ts'

/**
 * The kinds of accounts that access distinguishes. A sub-account has the role `publisher`, and a kind of its own; a
 * member of an advertiser's team has the kind of its role there. `advertiser` is an account without a team.
 */
export type AccountKind = Role | TeamRole | 'closed_publisher' | 'read_only_sub_account' | 'full_sub_account'

/** Who calls: a visitor, or a kind of account. */
export type Caller = 'visitor' | AccountKind

const EVERY_ACCOUNT: readonly AccountKind[] = [
  'publisher',
  'closed_publisher',
  'read_only_sub_account',
  'full_sub_account',
  'advertiser',
  ...TEAM_ROLES,
  'operator',
]

/**
 * What the members of an advertiser's team may do, by act: every call of an advertiser names one. Each role sees all of
 * the brand but its money.
 */
const TEAM_ACTS = {
  see: TEAM_ROLES,
  /** The balance, the invoices and what they contain. */
  see_money: ['owner', 'manager', 'finance', 'viewer'],
  /** Notes for the team. */
  note: ['owner', 'manager', 'validator', 'finance', 'developer', 'agency'],
  /** Orders and claims. */
  decide: ['owner', 'manager', 'validator', 'agency'],
  /** The programme's profile and its opening, and which publishers take part. */
  run_programme: ['owner', 'manager', 'agency'],
  /** The company, which invoices name. */
  set_company: ['owner', 'manager'],
  set_terms: ['owner', 'manager'],
  promote: ['owner', 'manager', 'agency'],
  /** Hosts, test orders and postbacks. */
  integrate: ['owner', 'manager', 'developer'],
  /** Postback secrets and API keys. */
  manage_keys: ['owner', 'developer'],
  /** Saved views that stand in the navigation of others. */
  pin_views: ['owner', 'manager'],
  manage_team: ['owner'],
  close_programme: ['owner'],
} as const satisfies Record<string, readonly TeamRole[]>

/** What a member of an advertiser's team does. */
export type TeamAct = keyof typeof TEAM_ACTS

/** All acts. */
export const TEAM_ACT_NAMES = Object.keys(TEAM_ACTS) as TeamAct[]

/** The roles that may do this in an advertiser's team. */
export function getTeamRoles(act: TeamAct): readonly TeamRole[] {
  return TEAM_ACTS[act]
}

/** Whether a role in an advertiser's team includes an act; false without a role. */
export function includesAct(role: TeamRole | undefined, act: TeamAct): boolean {
  return role !== undefined && getTeamRoles(act).includes(role)
}

/**
 * The callers that each access kind admits; all others are refused. This is the only place that says what a sub-account
 * may do: `publisher` is for the publisher alone, and so is every new call that does not ask for more.
 */
const ADMITTED = {
  public: ['visitor', ...EVERY_ACCOUNT],
  'signed-in': EVERY_ACCOUNT,
  'every-role': EVERY_ACCOUNT.filter((kind) => kind !== 'closed_publisher'),
  publisher: ['publisher'],
  'publisher-closed': ['publisher', 'closed_publisher'],
  'publisher-full': ['publisher', 'full_sub_account'],
  'publisher-read': ['publisher', 'full_sub_account', 'read_only_sub_account'],
  operator: ['operator'],
} satisfies Record<string, readonly Caller[]>

/** The access of endpoints for programs: only an API key with this scope, never a session. */
export type KeyAccess = `key:${KeyScope}`

/** The access of endpoints for the members of an advertiser's team whose role includes an act, or also operators. */
export type TeamAccess = `advertiser:${TeamAct}` | `advertiser-operator:${TeamAct}`

/**
 * Who may call an endpoint: every client, every signed-in account, one role, or API keys with one scope. `every-role`
 * is for data of the network: a closed account and an operator without two-step sign-in have no access.
 * `publisher-closed` also admits a publisher whose account is closed, who sees its money and nothing else.
 * `publisher-read` also admits all sub-accounts of the publisher, `publisher-full` those with full access.
 */
export type Access = keyof typeof ADMITTED | TeamAccess | KeyAccess

/** The part of an account that decides its access. */
export interface Reader {
  role: Role
  subAccount?: { access: SiteAccess } | undefined
  /** The role in the team of an advertiser. */
  teamRole?: TeamRole | undefined
  /** Whether the account of the publisher is closed. */
  isClosed?: boolean | undefined
}

/** Returns the kind of an account. */
export function getAccountKind(reader: Reader): AccountKind {
  if (reader.isClosed) return 'closed_publisher'
  if (reader.role === 'advertiser') return reader.teamRole ?? 'advertiser'
  return reader.subAccount ? `${reader.subAccount.access}_sub_account` : reader.role
}

/** Whether only API keys have this access. */
export function isKeyAccess(access: Access): access is KeyAccess {
  return access.startsWith('key:')
}

/** Whether an access kind admits a caller. */
export function isAdmitted(access: Exclude<Access, KeyAccess>, caller: Caller): boolean {
  const act = getTeamAct(access)
  if (act !== undefined && caller === 'operator') return access.startsWith('advertiser-operator:')
  const admitted: readonly Caller[] = act === undefined ? ADMITTED[access as keyof typeof ADMITTED] : TEAM_ACTS[act]
  return admitted.includes(caller)
}

/** The act that an access kind names; undefined for a call that is not an advertiser's. */
export function getTeamAct(access: Access): TeamAct | undefined {
  const [, act] = /^advertiser(?:-operator)?:(.+)$/.exec(access) ?? []
  return TEAM_ACT_NAMES.find((name) => name === act)
}
