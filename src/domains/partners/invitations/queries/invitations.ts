import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { containing } from '#platform/server/database/like-pattern.ts'
import type { ProgramStatus } from '#domains/programmes/programs/rules.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { APPLICANT_COLUMNS, APPLICANT_SOURCES } from '#domains/partners/memberships/queries/requests.ts'
import type { ApplicantRow } from '#domains/partners/memberships/queries/requests.ts'
import type { StoredOffer } from '../rules/invitation.ts'
import type { InvitationSort, InvitationStatus } from '../rules/vocabulary.ts'

/** An invitation, with its status at the time of the query. */
export interface InvitationRow {
  id: bigint
  programId: bigint
  publisherId: bigint
  status: InvitationStatus
  message: string
  /** By event; none for the ordinary rates. */
  offers: StoredOffer[]
  sentAt: Date
  expiresAt: Date
  endedAt: Date | null
  reason: string
  /** The version of the terms in which its offers hold; null without any. */
  termsVersion: number | null
}

/** An invitation with what its brand reads of the publisher, and the member of the team who sent it. */
export type SentInvitation = InvitationRow & ApplicantRow & { sentBy: string | null }

/** Which invitations of an advertiser are meant. */
export interface InvitationFilter {
  advertiserId: bigint
  status: InvitationStatus | undefined
  /** A part of the name of the publisher. */
  keyword: string
  publisherId: bigint | undefined
  now: Date
}

interface InvitationPage extends InvitationFilter {
  sort: InvitationSort
  page: Page
}

const ORDERS: Record<InvitationSort, RawBuilder<unknown>> = {
  newest: sql`invitation.sent_at DESC, invitation.id DESC`,
  expiry: sql`(invitation.status = 'sent') DESC, invitation.expires_at, invitation.id`,
  publisher: sql`lower(publisher.name), invitation.id DESC`,
}

/** Counts the invitations of a filter. */
export async function countInvitations(db: Db, filter: InvitationFilter): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) ${selectMatching(filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function selectMatching({ advertiserId, status, keyword, publisherId, now }: InvitationFilter) {
  const conditions = [
    sql`program.advertiser_id = ${advertiserId}`,
    ...(status === undefined ? [] : [sql`${statusAt(now)} = ${status}`]),
    ...(keyword === '' ? [] : [sql`publisher.name ILIKE ${containing(keyword)}`]),
    ...(publisherId === undefined ? [] : [sql`invitation.publisher_id = ${publisherId}`]),
  ]
  return sql`${SOURCES} WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Lists the invitations of an advertiser. `count` covers all pages. */
export async function listInvitations(db: Db, { sort, page, ...filter }: InvitationPage) {
  const { now } = filter
  const matching = selectMatching(filter)
  const count = await countInvitations(db, filter)
  // The sites are read for the rows of the page alone.
  const { rows } = await sql<SentInvitation>`
    WITH shown AS MATERIALIZED (
      SELECT invitation.id, row_number() OVER (ORDER BY ${ORDERS[sort]}) AS place ${matching}
      ORDER BY place LIMIT ${page.size} OFFSET ${getOffset(page, count)}
    )
    SELECT ${columns(now)}, ${APPLICANT_COLUMNS}, sender.display_name AS sent_by
    ${SOURCES} JOIN shown ON shown.id = invitation.id ${APPLICANT_SOURCES} ORDER BY shown.place`.execute(db)
  return { count, invitations: rows }
}

/** Gets an invitation of an advertiser. Refuses any other as not found. */
export async function getSentInvitation(
  db: Db,
  { advertiserId, invitationId, now }: { advertiserId: bigint; invitationId: bigint; now: Date },
): Promise<SentInvitation> {
  const { rows } = await sql<SentInvitation>`
    SELECT ${columns(now)}, ${APPLICANT_COLUMNS}, sender.display_name AS sent_by ${SOURCES} ${APPLICANT_SOURCES}
    WHERE invitation.id = ${invitationId} AND program.advertiser_id = ${advertiserId}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** An invitation as its publisher reads it, with the programme. */
export interface ReceivedInvitation extends InvitationRow {
  advertiserId: bigint
  advertiserName: string
  publicId: number
  slug: string
  programStatus: ProgramStatus
  advertiserStatus: 'active' | 'paused'
  noJoinsFrom: Date | null
  joinsPausedUntil: Date | null
  closesAt: Date | null
  isMuted: boolean
}

interface ReceivedFilter {
  publisherId: bigint
  /** Only the invitations that can be answered now, those that expire first first; else all, the newest first. */
  isOpen: boolean
  page: Page
  now: Date
}

/** Lists the invitations of a publisher. `count` covers all pages. */
export async function listReceivedInvitations(db: Db, { publisherId, isOpen, page, now }: ReceivedFilter) {
  const open = sql`invitation.status = 'sent' AND invitation.expires_at > ${now}::timestamptz
    AND program.status = 'open' AND advertiser.status = 'active'`
  const matching = sql`${SOURCES} WHERE invitation.publisher_id = ${publisherId} AND ${isOpen ? open : sql`true`}`
  const counted = await sql<{ count: bigint }>`SELECT count(*) ${matching}`.execute(db)
  const count = counted.rows[0]?.count ?? 0n
  const order = isOpen ? sql`invitation.expires_at, invitation.id` : ORDERS.newest
  const { rows } = await sql<ReceivedInvitation>`
    SELECT ${columns(now)}, ${PROGRAM_COLUMNS} ${matching}
    ORDER BY ${order} LIMIT ${page.size} OFFSET ${getOffset(page, count)}`.execute(db)
  return { count: Number(count), invitations: rows }
}

/** Gets an invitation of a publisher. Refuses any other as not found. */
export async function getReceivedInvitation(
  db: Db,
  { publisherId, invitationId, now }: { publisherId: bigint; invitationId: bigint; now: Date },
): Promise<ReceivedInvitation> {
  const { rows } = await sql<ReceivedInvitation>`
    SELECT ${columns(now)}, ${PROGRAM_COLUMNS} ${SOURCES}
    WHERE invitation.id = ${invitationId} AND invitation.publisher_id = ${publisherId}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** The most muted programmes that a publisher sees. */
const MAX_MUTED = 200

/** Lists the advertisers whose invitations a publisher has muted, the last first. */
export async function listMuted(db: Db, { publisherId }: { publisherId: bigint }) {
  const { rows } = await sql<{ advertiserId: bigint; advertiserName: string; mutedAt: Date }>`
    SELECT advertiser.id AS advertiser_id, advertiser.name AS advertiser_name, mute.muted_at
    FROM invitation_mute AS mute JOIN program ON program.id = mute.program_id
      JOIN advertiser ON advertiser.id = program.advertiser_id
    WHERE mute.publisher_id = ${publisherId} ORDER BY mute.muted_at DESC, advertiser.id LIMIT ${MAX_MUTED}`.execute(db)
  return rows
}

const SOURCES = sql`
  FROM invitation JOIN program ON program.id = invitation.program_id
    JOIN advertiser ON advertiser.id = program.advertiser_id
    JOIN publisher ON publisher.id = invitation.publisher_id
    LEFT JOIN program_terms AS terms ON terms.id = invitation.terms_id
    LEFT JOIN account_summary AS sender ON sender.id = invitation.sent_by`

/** The status at a time; the job that ends invitations may not have run. */
function statusAt(now: Date) {
  return sql`CASE WHEN invitation.status = 'sent' AND invitation.expires_at <= ${now}::timestamptz THEN 'expired'
    ELSE invitation.status END`
}

function columns(now: Date) {
  return sql`invitation.id, invitation.program_id, invitation.publisher_id, ${statusAt(now)} AS status,
    invitation.message, invitation.sent_at, invitation.expires_at, invitation.ended_at, invitation.reason,
    terms.version AS terms_version, (
      SELECT coalesce(json_agg(json_build_object(
        'event', event, 'ratePpm', rate_ppm, 'fixedAmount', fixed_amount::text
      ) ORDER BY event), '[]') FROM invitation_offer WHERE invitation_id = invitation.id
    ) AS offers`
}

const PROGRAM_COLUMNS = sql`advertiser.id AS advertiser_id, advertiser.name AS advertiser_name,
  advertiser.status AS advertiser_status, program.public_id, program.slug, program.status AS program_status,
  program.no_joins_from, program.joins_paused_until, program.closes_at,
  EXISTS (
    SELECT FROM invitation_mute AS mute
    WHERE mute.publisher_id = invitation.publisher_id AND mute.program_id = invitation.program_id
  ) AS is_muted`
