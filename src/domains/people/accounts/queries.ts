import { sql } from 'kysely'
import type { Db } from '#database'
import type { Role } from '#kernel/actor.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { Ctx } from '#platform/server/context.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { MAX_SESSIONS, SESSION_IDLE_MS } from './rules.ts'
import type { ReviewStatus } from './contract/accounts.ts'

/** The account that a session belongs to. */
export interface SessionAccount {
  accountId: bigint
  email: string
  role: Role
  displayName: string
  sessionId: bigint
  passwordVerifiedAt: Date | null
  lastUsedAt: Date
  /** The advertiser for which the session was to act. The account may have left its team since. */
  chosenAdvertiserId: bigint | null
  /** Whether the account is of an operator who must switch two-step sign-in on first. */
  mustSetUpTwoStep: boolean
  /** Whether single keys are shortcuts for the account. */
  hasShortcuts: boolean
}

/**
 * Finds the approved account of a session token. Undefined when the session is unknown or has ended, or the account is
 * no longer approved.
 */
export function findSessionAccount(ctx: Pick<Ctx, 'db' | 'now'>, token: string): Promise<SessionAccount | undefined> {
  return ctx.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['account.id as accountId', 'account.email', 'account.role', 'account.displayName', 'account.hasShortcuts'])
    .select(['session.id as sessionId', 'session.passwordVerifiedAt', 'session.lastUsedAt'])
    .select('session.advertiserId as chosenAdvertiserId')
    .select(mustSetUpTwoStep)
    .where('session.tokenHash', '=', hashToken(token))
    .where('session.expiresAt', '>', ctx.now)
    .where(isInUse(ctx.now))
    .where('account.reviewStatus', '=', 'approved')
    .executeTakeFirst()
}

/** Whether a session was used recently enough for the role of its account. */
export function isInUse(now: Date) {
  const before = (idleMs: number) => new Date(now.getTime() - idleMs)
  return sql<boolean>`session.last_used_at > CASE account.role
    WHEN 'operator' THEN ${before(SESSION_IDLE_MS.operators)}::timestamptz
    ELSE ${before(SESSION_IDLE_MS.others)}::timestamptz END`
}

const mustSetUpTwoStep = sql<boolean>`account.role = 'operator'
  AND EXISTS (SELECT FROM sign_in_policy WHERE is_two_step_required)
  AND NOT EXISTS (SELECT FROM account_totp WHERE account_id = account.id AND confirmed_at IS NOT NULL)`.as(
  'mustSetUpTwoStep',
)

/** Finds the secret of the authenticator app of an account, confirmed or not, and locks it in a transaction. */
export function findTotp(db: Db, accountId: bigint) {
  const query = db.selectFrom('accountTotp').selectAll().where('accountId', '=', accountId)
  return (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
}

/** Counts the recovery codes of an account that have not been used. */
export async function countRecoveryCodes(db: Db, accountId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The rules of signing in; until an operator changes them, two-step sign-in is not required. */
export async function getSignInPolicy(db: Db): Promise<{ isTwoStepRequired: boolean }> {
  const row = await db.selectFrom('signInPolicy').select('isTwoStepRequired').executeTakeFirst()
  return row ?? { isTwoStepRequired: false }
}

/** Lists the open sessions of an account, the last used first. */
export function listSessions(ctx: Pick<Ctx, 'db' | 'now'>, { accountId }: { accountId: bigint }) {
  return ctx.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.id', 'userAgent', 'ipPrefix', 'session.createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', ctx.now)
    .where(isInUse(ctx.now))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}

/** Finds the account of an e-mail address in lower case, whatever its review status. */
export function findAccountByEmail(db: Db, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
}

/** An account by its id; refuses with 404 when there is none. */
export async function getAccount(db: Db, accountId: bigint) {
  const account = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!account) throw notFound()
  return account
}

/** Finds those of the accounts that have a password. Only the owner of the address can have chosen it. */
export async function findConfirmedAccounts(db: Db, accountIds: readonly bigint[]): Promise<Set<bigint>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', accountIds)
    .where('passwordHash', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Finds an operator who can sign in, other than the account. */
export function findOtherOperator(db: Db, accountId: bigint) {
  return db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'operator')
    .where('id', '!=', accountId)
    .where('reviewStatus', '=', 'approved')
    .where('passwordHash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
}

/** Whether there is any account yet. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Finds the kind and the account of a mailed link that still works. */
export function findLink(ctx: Pick<Ctx, 'db' | 'now'>, token: string) {
  return ctx.db
    .selectFrom('accountToken')
    .innerJoin('account', 'account.id', 'accountToken.accountId')
    .select(['accountToken.accountId', 'accountToken.kind'])
    .where('accountToken.tokenHash', '=', hashToken(token))
    .where('accountToken.usedAt', 'is', null)
    .where('accountToken.expiresAt', '>', ctx.now)
    .where('account.reviewStatus', '!=', 'rejected')
    .executeTakeFirst()
}

/** The filter of the account list. An absent field filters nothing. */
export interface AccountFilter {
  role?: Role | undefined
  status?: ReviewStatus | undefined
  /** A part of the name or e-mail, upper or lower case. */
  search?: string | undefined
  page: Page
}

const hasTwoStep = sql<boolean>`EXISTS (
  SELECT FROM account_totp WHERE account_id = account.id AND confirmed_at IS NOT NULL)`.as('hasTwoStep')

/** Of more matches, the newest are found sooner from the newest account on than by sorting all. */
const MAX_SORTED = 10_000n

/** Accounts, newest first, and how many there are in all. */
export async function listAccounts(db: Db, filter: AccountFilter) {
  let accounts = db.selectFrom('account').leftJoin('account as reviewer', 'reviewer.id', 'account.reviewedBy')
  if (filter.role) accounts = accounts.where('account.role', '=', filter.role)
  if (filter.status) accounts = accounts.where('account.reviewStatus', '=', filter.status)
  if (filter.search) {
    const part = containing(filter.search)
    accounts = accounts.where((where) =>
      where.or([where('account.email', 'ilike', part), where('account.displayName', 'ilike', part)]),
    )
  }
  const { count } = await accounts
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await accounts
    .selectAll('account')
    .select('reviewer.displayName as reviewerName')
    .select(hasTwoStep)
    // For few matches PostgreSQL would read all accounts by this index, instead of those that the names' indexes find.
    .orderBy(filter.search && count <= MAX_SORTED ? sql`account.id + 0` : 'account.id', 'desc')
    .offset(getOffset(filter.page, count))
    .limit(filter.page.size)
    .execute()
  return { rows, count: Number(count) }
}
