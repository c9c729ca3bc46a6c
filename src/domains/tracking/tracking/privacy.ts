import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { deleteShortLinks } from './commands/short-links.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listLinkSections: ListSections = ({ isOwn }) => ({
  custom_links: sql`SELECT * FROM custom_link WHERE ${isOwn} ORDER BY id`,
  short_links: sql`SELECT id, site_id, ending, destination, sub1, sub2, sub3, sub4, sub5, made_at
    FROM short_link WHERE ${isOwn} AND deleted_at IS NULL ORDER BY id`,
})

/**
 * Deletes the list of custom links of a publisher, and its short links, inside the caller's transaction. The listed
 * links work on; the short ones no longer exist.
 */
export async function eraseLinks(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('customLink').where('publisherId', '=', publisherId).execute()
  await deleteShortLinks(tx, { publisherId })
}
