import type { Role } from '#kernel/actor.ts'
import { notFound } from '#kernel/errors.ts'
import { truncateIp } from '#kernel/ip.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countFailure, forgiveFailure } from '#platform/server/limits/failure-wait.ts'
import type { FailureWait } from '#platform/server/limits/failure-wait.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import { verifyPassword } from '#platform/server/secrets/password-hash.ts'
import { toRateAddress, rateKey } from '#platform/server/limits/rate-key.ts'
import { findAccountByEmail } from '../queries.ts'
import { openChallenge } from './open-challenge.ts'
import type { LoginChallenge } from './open-challenge.ts'
import { isKnownDevice } from './known-devices.ts'
import { lockAccount } from './lock-account.ts'
import { LOGIN_WAITS, MAX_SESSIONS, SESSION_MS, judgeLogin } from '../rules.ts'

/** A login request. */
export interface LoginAttempt {
  email: string
  password: string
  ip: string
  userAgent: string
  /** The token that the browser has now; its session ends when the login succeeds. */
  presentToken: string | undefined
  /** The cookie of a browser in which an account has logged in before. */
  deviceToken: string | undefined
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
}

/** The outcome of a login. The token goes into the cookie; the database stores only its hash. */
export type LoginResult =
  | { outcome: 'incorrect' | 'under_review' }
  | ({ outcome: 'needs_code' } & LoginChallenge)
  | { outcome: 'welcome'; accountId: bigint; role: Role; token: string; expiresAt: Date }

/**
 * Checks a login and opens a session, or a challenge when the account has two-step sign-in. An unknown address takes
 * the same time as a known one. Refuses with 429 while it has to wait after failures; a success does not count.
 */
export async function signIn(ctx: Ctx, attempt: LoginAttempt): Promise<LoginResult> {
  const waits = listWaits(attempt)
  await countFailure(ctx, waits)
  const account = await findAccountByEmail(ctx.db, attempt.email)
  const isRight = await verifyPassword(attempt.password, account?.passwordHash ?? null)
  const outcome = account && isRight ? judgeLogin(account.reviewStatus) : 'incorrect'
  if (outcome === 'incorrect' || !account) return { outcome: 'incorrect' }
  await forgiveFailure(ctx, waits)
  if (outcome === 'under_review') return { outcome }
  return inTransaction<LoginResult>(ctx, async (tx) => {
    // The password may have changed while this one was checked. Such a login fails, so that no session outlives the
    // change.
    const present = await tx.db
      .selectFrom('account')
      .select('id')
      .where('id', '=', account.id)
      .where('passwordHash', '=', account.passwordHash)
      .where('reviewStatus', '=', 'approved')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!present) return { outcome: 'incorrect' }
    const challenge = await openChallenge(tx, account.id)
    if (challenge) return { outcome: 'needs_code', ...challenge }
    const session = await openSession(tx, { ...attempt, accountId: account.id })
    return { outcome: 'welcome', accountId: account.id, role: account.role, ...session }
  })
}

function listWaits({ email, ip, addressKey, deviceToken }: LoginAttempt): FailureWait[] {
  const toWait = (kind: keyof typeof LOGIN_WAITS, ...personal: string[]) => ({
    key: rateKey(addressKey, `login-${kind}`, ...personal),
    ...LOGIN_WAITS[kind],
  })
  if (isKnownDevice({ email, addressKey }, deviceToken)) return [toWait('device', email, deviceToken)]
  const address = toRateAddress(ip)
  return [toWait('network', address), toWait('pair', email, address), toWait('account', email)]
}

/** The account and the browser of a new session. */
export interface NewSession {
  accountId: bigint
  userAgent: string
  ip: string
  presentToken: string | undefined
}

const MAX_USER_AGENT = 200
/** The part of an address that is stored. */
const STORED_BITS = { ipv4: 24, ipv6: 48 }

/** Opens a session under a new token and ends the one that the browser had. */
export function openSession(ctx: Ctx, input: NewSession): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken()
  const expiresAt = new Date(ctx.now.getTime() + SESSION_MS)
  return inTransaction(ctx, async (tx) => {
    await endSession(tx, input.presentToken)
    await endLeastUsed(tx, input.accountId)
    await tx.db
      .insertInto('session')
      .values({
        tokenHash: hashToken(token),
        accountId: input.accountId,
        createdAt: tx.now,
        expiresAt,
        userAgent: input.userAgent.slice(0, MAX_USER_AGENT),
        lastUsedAt: tx.now,
        ipPrefix: truncateIp(input.ip, STORED_BITS) ?? null,
        // The login does not count: a cookie taken right after it must open no sensitive change.
        passwordVerifiedAt: null,
      })
      .execute()
    await audit(tx, { action: 'account.sign-in', target: `account:${input.accountId}` })
    return { token, expiresAt }
  })
}

/** Makes room for one more session. The lock lets logins of an account make room one after the other. */
async function endLeastUsed(tx: Ctx, accountId: bigint): Promise<void> {
  await lockAccount(tx, accountId)
  await tx.db
    .deleteFrom('session')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('session')
        .select('id')
        .where('accountId', '=', accountId)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS - 1),
    )
    .execute()
}

/** A session still counts as unused until this long after the use that was stored, so that few requests write. */
const USE_STORED_EVERY_MS = 300_000

/** Stores that a session is in use, at most once in five minutes. */
export async function noteSessionUse(ctx: Ctx, session: { sessionId: bigint; lastUsedAt: Date }): Promise<void> {
  const before = new Date(ctx.now.getTime() - USE_STORED_EVERY_MS)
  if (session.lastUsedAt > before) return
  await ctx.db
    .updateTable('session')
    .set({ lastUsedAt: ctx.now })
    .where('id', '=', session.sessionId)
    .where('lastUsedAt', '<=', before)
    .execute()
}

/** Lets a session of an account act for an advertiser. The caller has checked that the account is in its team. */
export async function actFor(
  tx: Ctx,
  session: { accountId: bigint; sessionId: bigint | undefined; advertiserId: bigint },
): Promise<void> {
  const { accountId, sessionId, advertiserId } = session
  await tx.db
    .updateTable('session')
    .set({ advertiserId })
    .where('id', '=', sessionId ?? 0n)
    .where('accountId', '=', accountId)
    .execute()
  await audit(tx, { action: 'account.act-for', target: `account:${accountId}`, details: { advertiserId, sessionId } })
}

/** Ends one session of an account. Refuses with 404 when the account has no such session. */
export function endOneSession(
  ctx: Ctx,
  { accountId, sessionId }: { accountId: bigint; sessionId: bigint },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('accountId', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw notFound()
    await audit(tx, { action: 'account.end-session', target: `account:${accountId}`, details: { sessionId } })
  })
}

/** Ends every session of an account, and returns how many there were. */
export function endAllSessions(ctx: Ctx, accountId: bigint): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db.deleteFrom('session').where('accountId', '=', accountId).returning('id').execute()
    const details = { count: ended.length }
    await audit(tx, { action: 'account.end-all-sessions', target: `account:${accountId}`, details })
    return ended.length
  })
}

/** Ends every session of an account except the given one, and returns how many there were. */
export function endOtherSessions(
  ctx: Ctx,
  { accountId, sessionId }: { accountId: bigint; sessionId: bigint },
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('session')
      .where('accountId', '=', accountId)
      .where('id', '!=', sessionId)
      .returning('id')
      .execute()
    if (ended.length === 0) return 0
    await audit(tx, {
      action: 'account.end-other-sessions',
      target: `account:${accountId}`,
      details: { count: ended.length },
    })
    return ended.length
  })
}

/** Ends the session of a token. Does nothing when the session has ended already. */
export function signOut(ctx: Ctx, token: string | undefined): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const accountId = await endSession(tx, token)
    if (accountId !== undefined) await audit(tx, { action: 'account.sign-out', target: `account:${accountId}` })
  })
}

async function endSession(tx: Ctx, token: string | undefined): Promise<bigint | undefined> {
  if (token === undefined) return undefined
  const row = await tx.db
    .deleteFrom('session')
    .where('tokenHash', '=', hashToken(token))
    .returning('accountId')
    .executeTakeFirst()
  return row?.accountId
}
