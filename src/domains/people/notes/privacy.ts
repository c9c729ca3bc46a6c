import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listNoteSections: ListSections = ({ isOwn }) => ({
  notes: sql`SELECT id, object_kind, object_id, text, written_by, written_at FROM note WHERE ${isOwn} ORDER BY id`,
})

/** Deletes the notes of the team of an erased advertiser or publisher, inside the caller's transaction. */
export async function eraseNotes(
  tx: Ctx,
  { advertiserId, publisherId }: { advertiserId?: bigint | undefined; publisherId?: bigint | undefined },
): Promise<void> {
  if (advertiserId !== undefined) await tx.db.deleteFrom('note').where('advertiserId', '=', advertiserId).execute()
  if (publisherId !== undefined) await tx.db.deleteFrom('note').where('publisherId', '=', publisherId).execute()
}
