import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import type { NoticeReader } from '../queries.ts'
import type { Digest } from '../rules.ts'

/** A member of a team and the rhythm of its digests. */
type DigestKey = NoticeReader & { digest: Digest }

/** Locks the digests of a member, if any came: before their notices, as `endDigestsByMail` does. */
export async function lockDigest(tx: Ctx, { accountId, advertiserId, digest }: DigestKey): Promise<void> {
  await tx.db
    .selectFrom('noticeDigest')
    .select('token')
    .where('accountId', '=', accountId)
    .where('advertiserId', '=', advertiserId)
    .where('digest', '=', digest)
    .forUpdate()
    .executeTakeFirst()
}

/** Gets the token with which a member ends its digests of one rhythm; makes it for the first of them. */
export async function getDigestToken(tx: Ctx, key: DigestKey): Promise<string> {
  const { accountId, advertiserId, digest } = key
  const { token } = await tx.db
    .insertInto('noticeDigest')
    .values({ accountId, advertiserId, digest, token: createToken(), createdAt: tx.now })
    .onConflict((conflict) => conflict.columns(['accountId', 'advertiserId', 'digest']).doUpdateSet({ digest }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * Ends the digests whose link has this token: the kinds that came in them are mailed no more, and what waits for the
 * next one stays in the list of the console where the member wants it there. Answers whether there were any.
 */
export function endDigestsByMail(ctx: Ctx, token: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('noticeDigest')
      .where('token', '=', token)
      .returning(['accountId', 'advertiserId', 'digest'])
      .executeTakeFirst()
    if (!ended) return false
    const { accountId, advertiserId, digest } = ended
    await tx.db
      .updateTable('noticeChoice')
      .set({ mail: 'never' })
      .where('accountId', '=', accountId)
      .where('advertiserId', '=', advertiserId)
      .where('mail', '=', digest)
      .execute()
    await leaveWaitingOut(tx, ended)
    const details = { advertiserId, digest, byMail: true }
    await audit(tx, { action: 'notices.end_digests', target: `account:${accountId}`, details })
    return true
  })
}

async function leaveWaitingOut(tx: Ctx, key: DigestKey): Promise<void> {
  const { accountId, advertiserId, digest } = key
  await tx.db
    .deleteFrom('teamNotice')
    .where('accountId', '=', accountId)
    .where('advertiserId', '=', advertiserId)
    .where('digest', '=', digest)
    .where('digestedAt', 'is', null)
    .where('isListed', '=', false)
    .execute()
  await tx.db
    .updateTable('teamNotice')
    .set({ digest: null })
    .where('accountId', '=', accountId)
    .where('advertiserId', '=', advertiserId)
    .where('digest', '=', digest)
    .where('digestedAt', 'is', null)
    .execute()
}
