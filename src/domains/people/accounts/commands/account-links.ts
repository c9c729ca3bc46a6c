import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import type { TokenKind } from '../contract/sign-in.ts'
import { LINK_MS } from '../rules.ts'

/** A link for one account. */
export interface NewLink {
  accountId: bigint
  kind: TokenKind
}

/**
 * Makes a one-use link to the page on which a password is chosen, inside the caller's transaction, and answers its
 * address. A reset link works for an hour, a link for the first password for a week. Only its hash is kept.
 */
export async function createLink(tx: Ctx, link: NewLink): Promise<string> {
  const token = createToken()
  await tx.db
    .insertInto('accountToken')
    .values({
      tokenHash: hashToken(token),
      accountId: link.accountId,
      kind: link.kind,
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + LINK_MS[link.kind]),
    })
    .execute()
  return `${tx.branding.publicUrl}/reset-password/${token}`
}
