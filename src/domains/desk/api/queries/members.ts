import { sql } from 'kysely'
import type { Db } from '#database'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'

/** A filter of the publishers of an advertiser's programme. */
interface MemberFilter {
  advertiserId: bigint
  status?: MembershipStatus | undefined
  updatedSince?: Date | undefined
}

/** One publisher with its membership. */
export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** Lists the publishers with a relation to the programme of an advertiser by id, whatever its state. */
export function listMembers(
  db: Db,
  { advertiserId, status, updatedSince }: MemberFilter,
  { afterId = 0n, limit }: { afterId?: bigint | undefined; limit: number },
) {
  let rows = db
    .selectFrom('membership')
    .innerJoin('publisher', 'publisher.id', 'membership.publisherId')
    .where('membership.programId', '=', (program) =>
      program.selectFrom('program').select('id').where('advertiserId', '=', advertiserId),
    )
    .where('membership.publisherId', '>', afterId)
  if (status) rows = rows.where('membership.status', '=', status)
  if (updatedSince) rows = rows.where(updatedAt, '>=', updatedSince)
  return rows
    .select(['membership.publisherId', 'publisher.name', 'membership.status', 'membership.methods'])
    .select(['membership.requestedAt', 'membership.decidedAt', updatedAt.as('updatedAt')])
    .orderBy('membership.publisherId')
    .limit(limit)
    .execute()
}

/** The last change of a membership: its request, a decision, or anything else that its events tell. */
const updatedAt = sql<Date>`greatest(membership.requested_at, membership.decided_at, (
  SELECT max(happened_at) FROM membership_event AS event
  WHERE event.program_id = membership.program_id AND event.publisher_id = membership.publisher_id
))`
