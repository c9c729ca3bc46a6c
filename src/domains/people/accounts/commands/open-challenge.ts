import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import { findTotp } from '../queries.ts'
import { CHALLENGE_MS } from '../rules.ts'

/** A login that waits for its code. The token goes into a cookie. */
export interface LoginChallenge {
  token: string
  expiresAt: Date
}

/**
 * Opens a challenge when the account has two-step sign-in; undefined otherwise. Call it in a transaction, once the
 * first step is accepted.
 */
export async function openChallenge(tx: Ctx, accountId: bigint): Promise<LoginChallenge | undefined> {
  const totp = await findTotp(tx.db, accountId)
  if (!totp?.confirmedAt) return undefined
  const token = createToken()
  const expiresAt = new Date(tx.now.getTime() + CHALLENGE_MS)
  const values = { tokenHash: hashToken(token), accountId, createdAt: tx.now, expiresAt }
  await tx.db.insertInto('loginChallenge').values(values).execute()
  await audit(tx, { action: 'account.open-challenge', target: `account:${accountId}` })
  return { token, expiresAt }
}
