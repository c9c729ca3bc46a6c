import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listLinkSections: ListSections = ({ isOwn }) => ({
  custom_links: sql`SELECT * FROM custom_link WHERE ${isOwn} ORDER BY id`,
})

/** Deletes the list of custom links of a publisher, inside the caller's transaction. The links themselves work on. */
export async function eraseLinks(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('customLink').where('publisherId', '=', publisherId).execute()
}
