import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { notify } from '#platform/server/database/notify.ts'

/** The notification channel for versions of which publishers have to be told. */
export const ANNOUNCEMENTS_CHANNEL = 'terms_announcements'

/** A version of which publishers are told. */
export interface NewAnnouncement {
  termsId: bigint
  /** The version with which it is compared; null if it changes nothing for anybody. */
  beforeId: bigint | null
  /** The announced version that does not hold because of it. */
  replacedId: bigint | undefined
  /** Until when publishers can be told of a cut; null without one. */
  tellUntil: Date | null
}

/**
 * Lets the job tell the publishers what a version changes for them, and those who were told of the version that it
 * replaces that this one does not hold. What was still to be told of the replaced version is not told any more.
 */
export async function announceVersion(tx: Ctx, announcement: NewAnnouncement): Promise<void> {
  const { termsId, beforeId, replacedId, tellUntil } = announcement
  const replacedIds = replacedId === undefined ? [] : [replacedId, ...(await endAnnouncement(tx, replacedId))]
  await tx.db
    .insertInto('termsAnnouncement')
    .values({ termsId, beforeId, replacedIds, publishedAt: tx.now, tellUntil })
    .execute()
  await notify(tx, ANNOUNCEMENTS_CHANNEL)
}

/** Ends an announcement that is under way. Returns the versions of whose end it has not told everybody yet. */
async function endAnnouncement(tx: Ctx, termsId: bigint): Promise<readonly bigint[]> {
  const ended = await tx.db
    .updateTable('termsAnnouncement')
    .set({ endedAt: tx.now })
    .where('termsId', '=', termsId)
    .where('endedAt', 'is', null)
    .returning('replacedIds')
    .executeTakeFirst()
  return ended?.replacedIds ?? []
}

/** Goes on with the announcement of a version under the version that repeats it, compared with the one in force now. */
export async function moveAnnouncement(
  tx: Ctx,
  { termsId, nextId, beforeId }: { termsId: bigint; nextId: bigint; beforeId: bigint },
): Promise<void> {
  await sql`
    UPDATE terms_announcement SET terms_id = ${nextId}, before_id = CASE WHEN before_id IS NULL THEN NULL
      ELSE ${beforeId}::bigint END
    WHERE terms_id = ${termsId}`.execute(tx.db)
}
