import { sql } from 'kysely'
import type { Db } from '#database'

/** Counts the requests to join the programme of an advertiser that wait for it, with the end of the first clock. */
export async function countJoinRequests(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const { rows } = await sql<{ count: number; dueAt: Date | null }>`
    SELECT count(*)::int AS count, min(due_at) AS due_at
    FROM membership JOIN program ON program.id = membership.program_id
    WHERE program.advertiser_id = ${advertiserId} AND membership.status = 'pending'
      AND membership.asked_at IS NULL`.execute(db)
  return rows[0] ?? { count: 0, dueAt: null }
}
