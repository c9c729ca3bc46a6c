import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { isOfOwner } from '../queries.ts'
import type { KeyOwner } from '../queries.ts'

/** Revokes the API keys of an erased owner and deletes their names, inside the caller's transaction. */
export async function eraseKeys(tx: Ctx, owner: KeyOwner): Promise<void> {
  await tx.db
    .updateTable('apiKey')
    .set({ name: 'erased', revokedAt: sql<Date>`coalesce(revoked_at, ${tx.now})` })
    .where(isOfOwner(owner))
    .execute()
}
