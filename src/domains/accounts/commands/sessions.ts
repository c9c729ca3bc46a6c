import type { Role } from '#kernel/actor.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/opaque-token.ts'
import { verifyPassword } from '#platform/server/password-hash.ts'
import { refundAttempt, limitRate } from '#platform/server/rate-limit.ts'
import { toRateAddress, rateKey } from '#platform/server/rate-key.ts'
import type { LoginType } from '../contract/sign-in.ts'
import { findAccountByEmail } from '../queries.ts'
import { LOGIN_ADDRESS_LIMIT, LOGIN_NETWORK_LIMIT, LOGIN_PAIR_LIMIT, SESSION_MS, judgeLogin } from '../rules.ts'

/** A login request. */
export interface LoginAttempt {
  email: string
  password: string
  type: LoginType
  ip: string
  userAgent: string
  /** The token that the browser has now; its session ends when the login succeeds. */
  presentToken: string | undefined
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
}

/** The outcome of a login. The token goes into the cookie; the database stores only its hash. */
export type LoginResult =
  | { outcome: 'incorrect' | 'under_review' }
  | { outcome: 'welcome'; accountId: bigint; role: Role; token: string; expiresAt: Date }

/**
 * Checks a login and opens a session. An unknown address takes the same time as a known one. Refuses with 429 after too
 * many failures; a success does not count.
 */
export async function signIn(ctx: Ctx, attempt: LoginAttempt): Promise<LoginResult> {
  const limits = buildLimits(attempt)
  for (const limit of limits) await limitRate(ctx, limit)
  const account = await findAccountByEmail(ctx.db, attempt.email)
  const isRight = await verifyPassword(attempt.password, account?.passwordHash ?? null)
  const outcome = account && isRight ? judgeLogin(account, attempt.type) : 'incorrect'
  if (outcome === 'incorrect' || !account) return { outcome: 'incorrect' }
  for (const limit of limits) await refundAttempt(ctx, limit)
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
      .forShare()
      .executeTakeFirst()
    if (!present) return { outcome: 'incorrect' }
    const session = await openSession(tx, { ...attempt, accountId: account.id })
    return { outcome: 'welcome', accountId: account.id, role: account.role, ...session }
  })
}

function buildLimits({ email, ip, addressKey }: LoginAttempt) {
  const address = toRateAddress(ip)
  return [
    { key: rateKey(addressKey, 'login-network', address), ...LOGIN_NETWORK_LIMIT },
    { key: rateKey(addressKey, 'login-pair', email, address), ...LOGIN_PAIR_LIMIT },
    { key: rateKey(addressKey, 'login-address', email), ...LOGIN_ADDRESS_LIMIT },
  ]
}

/** The account and the browser of a new session. */
export interface NewSession {
  accountId: bigint
  userAgent: string
  presentToken: string | undefined
}

const MAX_USER_AGENT = 200

/** Opens a session under a new token and ends the one that the browser had. */
export function openSession(ctx: Ctx, input: NewSession): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken()
  const expiresAt = new Date(ctx.now.getTime() + SESSION_MS)
  return inTransaction(ctx, async (tx) => {
    await endSession(tx, input.presentToken)
    await tx.db
      .insertInto('session')
      .values({
        tokenHash: hashToken(token),
        accountId: input.accountId,
        createdAt: tx.now,
        expiresAt,
        userAgent: input.userAgent.slice(0, MAX_USER_AGENT),
      })
      .execute()
    await audit(tx, { action: 'account.sign-in', target: `account:${input.accountId}` })
    return { token, expiresAt }
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
