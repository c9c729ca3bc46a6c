import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { hasSiteAt } from '#domains/people/publishers/queries.ts'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'
import type { RequestQueue } from '../rules/vocabulary.ts'

/** What is known of a publisher who asks to join. */
export interface ApplicantRow {
  publisherId: bigint
  name: string
  country: string | null
  siteCount: number
  siteUrl: string | null
  siteSince: Date | null
  isVerified: boolean
}

/** A join request of a programme. */
export interface JoinRequestRow extends ApplicantRow {
  programId: bigint
  status: MembershipStatus
  message: string
  methods: PromotionMethod[]
  requestedAt: Date
  dueAt: Date | null
  question: string
  askedAt: Date | null
  decidedAt: Date | null
  reason: string
}

interface RequestFilter {
  advertiserId: bigint
  queue: RequestQueue
  /** A part of the name of the publisher, or of the address of one of its sites. */
  keyword: string
  page: Page
}

const QUEUES: Record<RequestQueue, RawBuilder<boolean>> = {
  waiting: sql`member.status = 'pending' AND member.asked_at IS NULL`,
  asked: sql`member.status = 'pending' AND member.asked_at IS NOT NULL`,
  declined: sql`member.status = 'declined'`,
}

/** Lists the join requests of a programme, the next to be overdue first; declined ones the last first. */
export async function listJoinRequests(db: Db, { advertiserId, queue, keyword, page }: RequestFilter) {
  const named =
    keyword === ''
      ? sql`true`
      : sql`(publisher.name ILIKE ${containing(keyword)} OR ${hasSiteAt(sql`publisher.id`, keyword)})`
  const matching = sql`${REQUESTS}
    WHERE program.advertiser_id = ${advertiserId} AND ${QUEUES[queue]} AND ${named}`
  const counted = await sql<{ count: bigint }>`SELECT count(*) ${matching}`.execute(db)
  const count = counted.rows[0]?.count ?? 0n
  const order = queue === 'declined' ? sql`member.decided_at DESC` : sql`member.due_at`
  const { rows } = await sql<JoinRequestRow>`
    SELECT ${REQUEST_COLUMNS} ${matching}
    ORDER BY ${order}, member.publisher_id LIMIT ${page.size} OFFSET ${getOffset(page, count)}`.execute(db)
  return { count: Number(count), requests: rows }
}

/** Gets the membership of a publisher in the programme of an advertiser. Refuses any other as not found. */
export async function getJoinRequest(db: Db, { advertiserId, publisherId }: MembershipOfAdvertiser) {
  const { rows } = await sql<JoinRequestRow>`
    SELECT ${REQUEST_COLUMNS} ${REQUESTS}
    WHERE program.advertiser_id = ${advertiserId} AND member.publisher_id = ${publisherId}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** Names a membership by the advertiser of its programme. */
export interface MembershipOfAdvertiser {
  advertiserId: bigint
  publisherId: bigint
}

/** What is known of the publisher `publisher`, whose profile is `profile`. */
export const APPLICANT_COLUMNS = sql`publisher.id AS publisher_id, publisher.name,
  nullif(profile.country, '') AS country, sites.*`

/** The profile and the active sites of the publisher `publisher`. */
export const APPLICANT_SOURCES = sql`
  LEFT JOIN publisher_profile AS profile ON profile.id = publisher.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS site_count, (array_agg(url ORDER BY id))[1] AS site_url, min(created_at) AS site_since,
      coalesce(bool_or(script_found_at IS NOT NULL), false) AS is_verified
    FROM site WHERE site.publisher_id = publisher.id AND site.is_active
  ) AS sites`

const REQUESTS = sql`
  FROM membership AS member JOIN program ON program.id = member.program_id
  JOIN publisher ON publisher.id = member.publisher_id ${APPLICANT_SOURCES}`

const REQUEST_COLUMNS = sql`${APPLICANT_COLUMNS}, member.program_id, member.status, member.message, member.methods,
  member.requested_at, member.due_at, member.question, member.asked_at, member.decided_at, member.reason`
