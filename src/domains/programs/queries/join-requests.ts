import { sql } from 'kysely'
import type { Db } from '#database'

/** Counts the requests to join the programme of an advertiser that wait, with the time of the oldest. */
export async function countJoinRequests(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    SELECT count(*)::int AS count, min(requested_at) AS oldest_at
    FROM membership JOIN program ON program.id = membership.program_id
    WHERE program.advertiser_id = ${advertiserId} AND membership.status = 'pending'`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}
