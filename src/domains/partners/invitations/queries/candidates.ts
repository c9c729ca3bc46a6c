import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { APPLICANT_COLUMNS, APPLICANT_SOURCES } from '#domains/partners/memberships/queries/requests.ts'
import type { ApplicantRow } from '#domains/partners/memberships/queries/requests.ts'
import { findMembership } from '#domains/programmes/programs/queries/memberships.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { getBudget } from '../rules/invitation.ts'
import type { Candidate } from '../rules/invitation.ts'
import { BUDGET_DAYS, WITHDRAWN_PLACE_DAYS } from '../rules/vocabulary.ts'

/**
 * Finds a publisher whom a programme can invite, with what its advertiser reads of it: one who agreed that brands find
 * it, or who had to do with the programme before, with an approved account that is neither suspended nor closed.
 * Undefined for any other.
 */
export async function findInvitable(db: Db, { programId, publisherId }: MembershipKey) {
  const { rows } = await sql<ApplicantRow>`
    SELECT ${APPLICANT_COLUMNS} FROM publisher
      JOIN account_summary AS account ON account.id = publisher.account_id ${APPLICANT_SOURCES}
    WHERE publisher.id = ${publisherId} AND account.review_status = 'approved' AND account.erased_at IS NULL
      AND NOT ${hasAccountState(sql`publisher.id`, ['suspended', 'closed'])}
      AND (
        EXISTS (SELECT FROM publisher_listing AS listing WHERE listing.publisher_id = publisher.id)
        OR EXISTS (
          SELECT FROM membership AS member
          WHERE member.program_id = ${programId} AND member.publisher_id = publisher.id
        )
      )`.execute(db)
  return rows[0]
}

/** Whether the account of a publisher is suspended, so that its hits do not count. */
export async function isSuspended(db: Db, { publisherId }: { publisherId: bigint }): Promise<boolean> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    SELECT ${hasAccountState(sql`${publisherId}`, ['suspended'])} AS is_suspended`.execute(db)
  return rows[0]?.isSuspended === true
}

/** The invitations that a programme can have at once, how many places are taken, and the reason. */
export interface Budget {
  limit: number
  used: number
  /** Of the invitations that ended in the last `BUDGET_DAYS` days. */
  accepted: number
  ended: number
}

/** Reads the budget of a programme. */
export async function readBudget(db: Db, { programId, now }: { programId: bigint; now: Date }): Promise<Budget> {
  const { rows } = await sql<Omit<Budget, 'limit'>>`
    SELECT
      count(*) FILTER (WHERE status = 'sent' AND expires_at > ${now}::timestamptz
        OR status = 'withdrawn' AND sent_at > ${now}::timestamptz - ${WITHDRAWN_PLACE_DAYS} * interval '24 hours'
      )::int AS used,
      count(*) FILTER (WHERE status = 'accepted')::int AS accepted,
      count(*) FILTER (WHERE status <> 'sent' OR expires_at <= ${now}::timestamptz)::int AS ended
    FROM invitation
    WHERE program_id = ${programId} AND (
      status = 'sent' OR ended_at > ${now}::timestamptz - ${BUDGET_DAYS} * interval '24 hours'
    )`.execute(db)
  const { used = 0, accepted = 0, ended = 0 } = rows[0] ?? {}
  return { limit: getBudget({ accepted, ended }), used, accepted, ended }
}

/** Reads what decides whether a programme may invite a publisher. */
export async function readCandidate(
  db: Db,
  { programId, publisherId, now }: MembershipKey & { now: Date },
): Promise<Candidate & { budget: Budget }> {
  const last = await db
    .selectFrom('invitation')
    .select(['status', 'expiresAt', 'endedAt'])
    .where('publisherId', '=', publisherId)
    .where('programId', '=', programId)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mute = await db
    .selectFrom('invitationMute')
    .select('mutedAt')
    .where('publisherId', '=', publisherId)
    .where('programId', '=', programId)
    .executeTakeFirst()
  const membership = await findMembership(db, { programId, publisherId })
  const budget = await readBudget(db, { programId, now })
  return { membership: membership?.status, last, isMuted: mute !== undefined, budget }
}
