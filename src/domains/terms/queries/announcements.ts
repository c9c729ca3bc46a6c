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
  programId: bigint
  publishedAt: Date
  toldUpto: bigint
  limit: number
}

/** Lists the next publishers who had joined a programme when a version was published, by id. */
export async function listToCompare(db: Db, { programId, publishedAt, toldUpto, limit }: ToCompare) {
  const { rows } = await sql<{ publisherId: bigint }>`
    SELECT publisher_id FROM membership
    WHERE program_id = ${programId} AND status = 'joined' AND publisher_id > ${toldUpto}
      AND coalesce(decided_at, requested_at) <= ${publishedAt}::timestamptz
    ORDER BY publisher_id LIMIT ${limit}`.execute(db)
  return rows.map(({ publisherId }) => publisherId)
}

interface ToldOfReplaced {
  termsId: bigint
  replacedIds: readonly bigint[]
  limit: number
}

/** Lists the next publishers who were told of a replaced version, and neither of its end nor of the present version. */
export async function listToldOfReplaced(db: Db, { termsId, replacedIds, limit }: ToldOfReplaced) {
  const { rows } = await sql<{ publisherId: bigint; effectiveFrom: Date }>`
    SELECT notice.publisher_id, max(terms.effective_from) AS effective_from
    FROM terms_notice AS notice JOIN program_terms AS terms ON terms.id = notice.terms_id
    WHERE notice.terms_id = ANY (${[...replacedIds]}::bigint[]) AND notice.withdrawal_told_at IS NULL
      AND NOT EXISTS (
        SELECT FROM terms_notice AS own
        WHERE own.terms_id = ${termsId} AND own.publisher_id = notice.publisher_id
      )
    GROUP BY notice.publisher_id ORDER BY notice.publisher_id LIMIT ${limit}`.execute(db)
  return rows
}
