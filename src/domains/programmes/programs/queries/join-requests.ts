import { sql } from 'kysely'
import type { Db } from '#database'

/** Counts the requests to join the programme of an advertiser that wait for it, with the end of the first clock. */
export async function countJoinRequests(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const [own] = await countJoinRequestsOfEach(db, { advertiserIds: [advertiserId] })
  return own ?? { count: 0, dueAt: null }
}

/** Counts the requests that wait for each of some advertisers; one without any is left out. */
export async function countJoinRequestsOfEach(db: Db, { advertiserIds }: { advertiserIds: readonly bigint[] }) {
  const { rows } = await sql<{ advertiserId: bigint; count: number; dueAt: Date | null }>`
    SELECT program.advertiser_id, count(*)::int AS count, min(due_at) AS due_at
    FROM membership JOIN program ON program.id = membership.program_id
    WHERE program.advertiser_id = ANY (${advertiserIds}::bigint[]) AND membership.status = 'pending'
      AND membership.asked_at IS NULL
    GROUP BY program.advertiser_id`.execute(db)
  return rows
}
