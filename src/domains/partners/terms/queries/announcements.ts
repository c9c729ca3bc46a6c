import { sql } from 'kysely'
import type { Db } from '#database'

/** Lists the versions of which publishers are still to be told, the oldest first. */
export function listOpenAnnouncements(db: Db) {
  return db.selectFrom('termsAnnouncement').select('termsId').where('endedAt', 'is', null).orderBy('termsId').execute()
}

/** Whether publishers are being told what a version changes for them. */
export async function isBeingTold(db: Db, { termsId }: { termsId: bigint }): Promise<boolean> {
  const found = await db
    .selectFrom('termsAnnouncement')
    .select('termsId')
    .where('termsId', '=', termsId)
    .where('endedAt', 'is', null)
    .where('beforeId', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

interface ToCompare {
  termsId: bigint
  programId: bigint
  publishedAt: Date
  /** Publishers up to this id are left out. */
  after: bigint
  limit: number
}

/** Lists the next publishers who had joined a programme when a version was published and have no notice, by id. */
export async function listToCompare(db: Db, { termsId, programId, publishedAt, after, limit }: ToCompare) {
  const { rows } = await sql<{ publisherId: bigint }>`
    SELECT publisher_id FROM membership
    WHERE program_id = ${programId} AND status = 'joined' AND publisher_id > ${after}
      AND coalesce(decided_at, requested_at) <= ${publishedAt}::timestamptz
      AND NOT EXISTS (
        SELECT FROM terms_notice
        WHERE terms_notice.terms_id = ${termsId} AND terms_notice.publisher_id = membership.publisher_id
      )
    ORDER BY publisher_id LIMIT ${limit}`.execute(db)
  return rows.map(({ publisherId }) => publisherId)
}

/** Lists the versions that begin later, and of which all are told who had joined when they were published. */
export function listUpcoming(db: Db, { now }: { now: Date }) {
  return db
    .selectFrom('termsAnnouncement as announcement')
    .innerJoin('programTerms as terms', 'terms.id', 'announcement.termsId')
    .select(['terms.id as termsId', 'terms.programId', 'announcement.publishedAt'])
    .where('announcement.beforeId', 'is', null)
    .where('terms.effectiveFrom', '>', now)
    .orderBy('terms.id')
    .execute()
}

/**
 * Lists the next publishers who joined a programme, or came back to it, after a version was published and have no
 * notice of it, by id.
 */
export async function listLateMembers(db: Db, { termsId, programId, publishedAt, after, limit }: ToCompare) {
  // The decision of a transaction that was under way at the publication has an earlier time.
  const { rows } = await sql<{ publisherId: bigint }>`
    SELECT publisher_id FROM membership
    WHERE program_id = ${programId} AND status = 'joined' AND publisher_id > ${after}
      AND coalesce(decided_at, requested_at) > ${publishedAt}::timestamptz - interval '10 minutes'
      AND NOT EXISTS (
        SELECT FROM terms_notice
        WHERE terms_notice.terms_id = ${termsId} AND terms_notice.publisher_id = membership.publisher_id
      )
    ORDER BY publisher_id LIMIT ${limit}`.execute(db)
  return rows.map(({ publisherId }) => publisherId)
}

/** Lists the announced versions that have begun and whose restrictions of methods are not applied yet. */
export async function listUnapplied(db: Db, { now }: { now: Date }) {
  const { rows } = await sql<{ termsId: bigint; programId: bigint }>`
    SELECT terms.id AS terms_id, terms.program_id
    FROM terms_announcement AS announcement JOIN program_terms AS terms ON terms.id = announcement.terms_id
    WHERE announcement.restricted_at IS NULL AND terms.restrictions <> '[]'
      AND terms.effective_from <= ${now}::timestamptz
    ORDER BY terms.id`.execute(db)
  return rows
}

interface ToldOfReplaced {
  termsId: bigint
  replacedIds: readonly bigint[]
  /** Publishers who are left out. */
  skipped: readonly bigint[]
  limit: number
}

/** Lists the next publishers who were told of a replaced version, and neither of its end nor of the present version. */
export async function listToldOfReplaced(db: Db, { termsId, replacedIds, skipped, limit }: ToldOfReplaced) {
  const { rows } = await sql<{ publisherId: bigint; effectiveFrom: Date }>`
    SELECT notice.publisher_id, max(terms.effective_from) AS effective_from
    FROM terms_notice AS notice JOIN program_terms AS terms ON terms.id = notice.terms_id
    WHERE notice.terms_id = ANY (${[...replacedIds]}::bigint[]) AND notice.withdrawal_told_at IS NULL
      AND notice.publisher_id <> ALL (${[...skipped]}::bigint[])
      AND NOT EXISTS (
        SELECT FROM terms_notice AS own
        WHERE own.terms_id = ${termsId} AND own.publisher_id = notice.publisher_id
      )
    GROUP BY notice.publisher_id ORDER BY notice.publisher_id LIMIT ${limit}`.execute(db)
  return rows
}
