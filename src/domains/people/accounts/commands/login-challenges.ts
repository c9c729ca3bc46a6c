import type { Role } from '#kernel/actor.ts'
import { sql } from 'kysely'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { limitRate, refundAttempt } from '#platform/server/limits/rate-limit.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { findTotp, getAccount } from '../queries.ts'
import { CODE_LIMIT, MAX_CODE_ATTEMPTS } from '../rules.ts'
import { lockAccount } from './lock-account.ts'
import { openSession } from './sessions.ts'
import type { NewSession } from './sessions.ts'
import { SEALED_TOTP_SECRET, findTimeStep, hashRecoveryCode } from './totp.ts'

/** A code for a challenge. */
export interface CodeAttempt extends Omit<NewSession, 'accountId'> {
  challengeToken: string | undefined
  code: string
  sealing: Sealing
}

/** The outcome of a code: `over` when the login must begin again. */
export type CodeResult =
  | { outcome: 'incorrect' | 'over' }
  | { outcome: 'welcome'; accountId: bigint; email: string; role: Role; token: string; expiresAt: Date }

/**
 * Checks the code of a challenge and opens a session. A challenge takes five codes within five minutes, and each code
 * works once. Refuses with 429 after too many wrong codes for an account.
 */
export async function enterCode(ctx: Ctx, attempt: CodeAttempt): Promise<CodeResult> {
  const accountId = await countAttempt(ctx, attempt.challengeToken)
  if (accountId === undefined) return { outcome: 'over' }
  const limit = { key: `code:${accountId}`, ...CODE_LIMIT }
  await limitRate(ctx, limit)
  const result = await inTransaction<CodeResult>(ctx, async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await useCode(tx, { accountId, ...attempt }))) return { outcome: 'incorrect' }
    const used = await tx.db
      .deleteFrom('loginChallenge')
      .where('tokenHash', '=', hashToken(attempt.challengeToken ?? ''))
      .returning('accountId')
      .executeTakeFirst()
    const account = await getAccount(tx.db, accountId)
    if (!used || account.reviewStatus !== 'approved') return { outcome: 'over' }
    const session = await openSession(tx, { ...attempt, accountId })
    return { outcome: 'welcome', accountId, email: account.email, role: account.role, ...session }
  })
  if (result.outcome === 'welcome') await refundAttempt(ctx, limit)
  return result
}

/** Counts the attempt before the code is checked, so that attempts at the same time count too. */
async function countAttempt(ctx: Ctx, token: string | undefined): Promise<bigint | undefined> {
  if (token === undefined) return undefined
  const row = await ctx.db
    .updateTable('loginChallenge')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', ctx.now)
    .where('attempts', '<', MAX_CODE_ATTEMPTS)
    .returning('accountId')
    .executeTakeFirst()
  return row?.accountId
}

/** Uses a code of the app or a recovery code up. Returns whether it was right. */
async function useCode(tx: Ctx, input: { accountId: bigint; code: string; sealing: Sealing }): Promise<boolean> {
  const { accountId, code, sealing } = input
  const totp = await findTotp(tx.db, accountId)
  if (!totp?.confirmedAt) return false
  const secret = sealing.open({ column: SEALED_TOTP_SECRET, row: String(accountId) }, totp.sealedSecret).toString()
  const timeStep = await findTimeStep({ code, secret, now: tx.now })
  const used =
    timeStep === undefined
      ? await tx.db
          .updateTable('recoveryCode')
          .set({ usedAt: tx.now })
          .where('accountId', '=', accountId)
          .where('codeHash', '=', hashRecoveryCode(code))
          .where('usedAt', 'is', null)
          .returning('accountId')
          .executeTakeFirst()
      : await tx.db
          .updateTable('accountTotp')
          .set({ lastTimeStep: BigInt(timeStep) })
          .where('accountId', '=', accountId)
          .where('lastTimeStep', '<', BigInt(timeStep))
          .returning('accountId')
          .executeTakeFirst()
  return used !== undefined
}
