import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'

/** Revokes the API keys of an erased publisher and deletes their names, inside the caller's transaction. */
export async function eraseKeys(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db
    .updateTable('apiKey')
    .set({ name: 'erased', revokedAt: sql<Date>`coalesce(revoked_at, ${tx.now})` })
    .where('publisherId', '=', publisherId)
    .execute()
}
