import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listViewSections: ListSections = ({ isOwn }) => ({
  saved_views: sql`SELECT * FROM saved_view WHERE ${isOwn} ORDER BY id`,
  mailed_views: sql`SELECT view_id, advertiser_id, rhythm, weekday, created_at, due_at, mailed_at, fault, end_reason
    FROM view_schedule WHERE ${isOwn} ORDER BY view_id`,
})

/**
 * Deletes all views of an account for good, and what it is mailed of the views of others, inside the caller's
 * transaction.
 */
export async function eraseViews(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await tx.db.deleteFrom('viewSchedule').where('accountId', '=', accountId).execute()
  await tx.db.deleteFrom('savedView').where('accountId', '=', accountId).execute()
}
