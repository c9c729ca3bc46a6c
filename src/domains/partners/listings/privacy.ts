import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listListingSections: ListSections = ({ isOwn }) => ({
  listing: sql`SELECT * FROM publisher_listing WHERE ${isOwn}`,
})

/** Removes what brands read about an erased publisher, inside the caller's transaction. */
export async function eraseListing(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('publisherListing').where('publisherId', '=', publisherId).execute()
}
