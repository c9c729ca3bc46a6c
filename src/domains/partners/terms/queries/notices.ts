import { sql } from 'kysely'
import type { Db } from '#database'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { NoticeFilter, StoredChange } from '../rules/notice.ts'

/** Counts the publishers for whom a version changes a rate, and those of them who have acknowledged it. */
export async function countNotices(db: Db, { termsId }: { termsId: bigint }) {
  const { rows } = await sql<{ told: number; acknowledged: number }>`
    SELECT count(*)::int AS told, count(acknowledged_at)::int AS acknowledged
    FROM terms_notice WHERE terms_id = ${termsId}`.execute(db)
  return rows[0] ?? { told: 0, acknowledged: 0 }
}

/** The most versions whose notices are listed. */
const MAX_VERSIONS = 50

/** Lists the versions of a programme that change the rate of a publisher, the newest first. */
export async function listNoticedVersions(db: Db, { programId }: { programId: bigint }) {
  const { rows } = await sql<{
    termsId: bigint
    version: number
    effectiveFrom: Date
    told: number
    acknowledged: number
  }>`
    SELECT terms.id AS terms_id, terms.version, terms.effective_from,
      count(*)::int AS told, count(notice.acknowledged_at)::int AS acknowledged
    FROM program_terms AS terms JOIN terms_notice AS notice ON notice.terms_id = terms.id
    WHERE terms.program_id = ${programId}
    GROUP BY terms.id ORDER BY terms.version DESC LIMIT ${MAX_VERSIONS}`.execute(db)
  return rows
}

interface NoticesOf {
  termsId: bigint
  filter: NoticeFilter
  page: Page
}

const FILTERS = {
  all: sql`true`,
  open: sql`notice.acknowledged_at IS NULL`,
  acknowledged: sql`notice.acknowledged_at IS NOT NULL`,
} as const

/** Lists the publishers for whom a version changes a rate, those who have not acknowledged it first. */
export async function listNotices(db: Db, { termsId, filter, page }: NoticesOf) {
  const matching = sql`FROM terms_notice AS notice JOIN publisher ON publisher.id = notice.publisher_id
    WHERE notice.terms_id = ${termsId} AND ${FILTERS[filter]}`
  const { rows: counts } = await sql<{ count: number }>`SELECT count(*)::int AS count ${matching}`.execute(db)
  const count = counts[0]?.count ?? 0
  const { rows } = await sql<{
    publisherId: bigint
    name: string
    isCut: boolean
    changes: StoredChange[]
    acknowledgedAt: Date | null
  }>`
    SELECT notice.publisher_id, publisher.name, notice.is_cut, notice.changes, notice.acknowledged_at ${matching}
    ORDER BY notice.acknowledged_at IS NOT NULL, lower(publisher.name), publisher.id
    LIMIT ${page.size} OFFSET ${getOffset(page, count)}`.execute(db)
  return { count, rows }
}

/** The most notices that a publisher sees of an advertiser. */
const MAX_OWN = 20

/** Lists what the versions of a programme change for a publisher, the newest first. */
export function listOwnNotices(db: Db, { publisherId, programId }: { publisherId: bigint; programId: bigint }) {
  return db
    .selectFrom('termsNotice as notice')
    .innerJoin('programTerms as terms', 'terms.id', 'notice.termsId')
    .select(['notice.changes', 'notice.isCut', 'notice.acknowledgedAt'])
    .select(['terms.version', 'terms.effectiveFrom', 'terms.noNoticeReason'])
    .where('notice.publisherId', '=', publisherId)
    .where('terms.programId', '=', programId)
    .orderBy('terms.version', 'desc')
    .limit(MAX_OWN)
    .execute()
}

/**
 * Lists the changes that a publisher has not acknowledged, the one that begins first of each advertiser whose programme
 * it has joined. What was withdrawn is left out.
 */
export async function listOpenChanges(db: Db, { publisherId }: { publisherId: bigint }) {
  const { rows } = await sql<{
    advertiserId: bigint
    advertiserName: string
    effectiveFrom: Date
    isCut: boolean
  }>`
    SELECT advertiser.id AS advertiser_id, advertiser.name AS advertiser_name,
      min(terms.effective_from) AS effective_from, bool_or(notice.is_cut) AS is_cut
    FROM terms_notice AS notice
      JOIN program_terms AS terms ON terms.id = notice.terms_id
      JOIN program ON program.id = terms.program_id
      JOIN advertiser ON advertiser.id = program.advertiser_id
      JOIN membership ON membership.program_id = program.id AND membership.publisher_id = notice.publisher_id
    WHERE notice.publisher_id = ${publisherId} AND notice.acknowledged_at IS NULL AND membership.status = 'joined'
      AND NOT EXISTS (
        SELECT FROM program_terms AS later
        WHERE later.program_id = terms.program_id AND later.version > terms.version
          AND later.effective_from <= terms.effective_from
      )
    GROUP BY advertiser.id ORDER BY effective_from, advertiser.id`.execute(db)
  return rows
}
