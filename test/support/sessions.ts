import type { Db } from '#database'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'

/** Opens a session of an account for an hour; its cookie is `tandem_session={token}`. */
export async function openSession(db: Db, { accountId, token }: { accountId: bigint; token: string }): Promise<void> {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 3_600_000)
  await db
    .insertInto('session')
    .values({ tokenHash: hashToken(token), accountId, createdAt, expiresAt })
    .execute()
}
