import { sql } from 'kysely'
import type { Db } from '#database'
import { startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { isUncounted } from './summarise-transactions.ts'

/** What became of the orders of a publisher. */
export interface HistoryRow {
  publisherId: bigint
  pending: number
  confirmed: number
  cancelled: number
}

/**
 * Counts what became of the orders of publishers at an advertiser since a day. Reads a roll-up, but counts each day of
 * a publisher again in which a state has changed since the last count.
 */
export async function listHistories(
  db: Db,
  { advertiserId, publisherIds, since }: { advertiserId: bigint; publisherIds: readonly bigint[]; since: Day },
): Promise<Map<bigint, HistoryRow>> {
  const isAsked = sql`publisher_id = ANY (${[...new Set(publisherIds)]}::bigint[]) AND advertiser_id = ${advertiserId}`
  const { rows } = await sql<HistoryRow>`
    WITH changed AS MATERIALIZED (
      SELECT DISTINCT publisher_id, (transaction_at AT TIME ZONE 'UTC')::date AS day
      -- Read by its change alone: PostgreSQL expects a third of all states to have changed.
      FROM (SELECT * FROM transaction_state WHERE ${isUncounted} OFFSET 0) AS state
      WHERE ${isAsked} AND transaction_at >= ${startOfDay(since)}
    ), part AS (
      SELECT publisher_id, pending, confirmed, cancelled FROM rollup_relationship AS counted
      WHERE ${isAsked} AND day >= ${since} AND NOT EXISTS (
        SELECT FROM changed WHERE changed.publisher_id = counted.publisher_id AND changed.day = counted.day
      )
      UNION ALL
      SELECT changed.publisher_id, again.*
      FROM changed CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE each.status = 'PENDING'), count(*) FILTER (WHERE each.status = 'CONFIRMED'),
          count(*) FILTER (WHERE each.status = 'CANCELLED')
        FROM unnest(enum_range(NULL::transaction_status)) AS each (status)
        JOIN transaction_state AS state ON state.publisher_id = changed.publisher_id AND state.status = each.status
          AND state.advertiser_id = ${advertiserId}
          AND state.transaction_at >= changed.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (changed.day + 1)::timestamp AT TIME ZONE 'UTC'
      ) AS again
    )
    SELECT publisher_id, sum(pending)::int AS pending, sum(confirmed)::int AS confirmed,
      sum(cancelled)::int AS cancelled
    FROM part GROUP BY 1`.execute(db)
  return new Map(rows.map((row) => [row.publisherId, row]))
}
