import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { isOfOwner } from './queries.ts'
import type { KeyOwner } from './queries.ts'

/** Lists the API keys that an export of their owner contains, without what authenticates them. */
export const listKeySections: ListSections = ({ isOwn }) => ({
  api_keys: sql`SELECT id, name, prefix, scopes, created_at, revoked_at, last_used_at FROM api_key
    WHERE ${isOwn} ORDER BY id`,
})

/** Revokes the API keys of an erased owner and deletes their names, inside the caller's transaction. */
export async function eraseKeys(tx: Ctx, owner: KeyOwner): Promise<void> {
  await tx.db
    .updateTable('apiKey')
    .set({ name: 'erased', revokedAt: sql<Date>`coalesce(revoked_at, ${tx.now})` })
    .where(isOfOwner(owner))
    .execute()
}
