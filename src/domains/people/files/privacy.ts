import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

/** Lists the files that an export of an account contains, without their contents. */
export const listFileSections: ListSections = ({ isOwn }) => ({
  files: sql`SELECT id, purpose, name, media_type, size, uploaded_at, delete_after FROM stored_file
    WHERE ${isOwn} ORDER BY id`,
})

/** Deletes the files of an erased account, inside the caller's transaction. References to them must be gone. */
export async function eraseFiles(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await tx.db.deleteFrom('storedFile').where('accountId', '=', accountId).execute()
}
