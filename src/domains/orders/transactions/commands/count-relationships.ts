import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'

/**
 * Counts the orders of the publishers' days that `part` selects (owner, day) by advertiser, and removes counts without
 * an order.
 */
export async function countRelationships(tx: Db, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), counted AS MATERIALIZED (
      SELECT part.owner_id, state.advertiser_id, part.day,
        count(*) FILTER (WHERE each.status = 'PENDING') AS pending,
        count(*) FILTER (WHERE each.status = 'CONFIRMED') AS confirmed,
        count(*) FILTER (WHERE each.status = 'CANCELLED') AS cancelled
      FROM part CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      -- Read by day through the index, however many days PostgreSQL expects.
      CROSS JOIN LATERAL (
        SELECT * FROM transaction_state AS state
        WHERE state.publisher_id = part.owner_id AND state.status = each.status
          AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
        OFFSET 0
      ) AS state
      GROUP BY 1, 2, 3
    ), emptied AS (
      DELETE FROM rollup_relationship AS stored USING part
      WHERE stored.publisher_id = part.owner_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM counted WHERE (counted.owner_id, counted.advertiser_id, counted.day)
          = (stored.publisher_id, stored.advertiser_id, stored.day)
      )
    )
    INSERT INTO rollup_relationship AS stored (publisher_id, advertiser_id, day, pending, confirmed, cancelled)
    SELECT owner_id, advertiser_id, day, pending, confirmed, cancelled FROM counted ORDER BY 1, 2, 3
    ON CONFLICT (publisher_id, advertiser_id, day) DO UPDATE
      SET pending = excluded.pending, confirmed = excluded.confirmed, cancelled = excluded.cancelled
      WHERE (stored.pending, stored.confirmed, stored.cancelled)
        IS DISTINCT FROM (excluded.pending, excluded.confirmed, excluded.cancelled)`.execute(tx)
}
