import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'

/**
 * Counts the decided orders of the advertisers' days that `part` selects (owner, day) by the day of their last
 * decision, and removes counts without an order.
 */
export async function countCohorts(tx: Db, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), counted AS MATERIALIZED (
      SELECT part.owner_id, part.day, (state.decided_at AT TIME ZONE 'UTC')::date AS decided_on, state.status,
        count(*) AS transactions, coalesce(sum(state.order_value), 0)::bigint AS order_value,
        coalesce(sum(state.commission), 0)::bigint AS commission
      FROM part CROSS JOIN unnest('{CONFIRMED,CANCELLED}'::transaction_status[]) AS each (status)
      -- Read by day through the index, however many days PostgreSQL expects.
      CROSS JOIN LATERAL (
        SELECT * FROM transaction_state AS state
        WHERE state.advertiser_id = part.owner_id AND state.status = each.status
          AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
        OFFSET 0
      ) AS state
      WHERE state.decided_at IS NOT NULL
      GROUP BY 1, 2, 3, 4
    ), emptied AS (
      DELETE FROM rollup_cohort AS stored USING part
      WHERE stored.advertiser_id = part.owner_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM counted
        WHERE (counted.owner_id, counted.day, counted.decided_on, counted.status)
          = (stored.advertiser_id, stored.day, stored.decided_on, stored.status)
      )
    )
    INSERT INTO rollup_cohort AS stored
      (advertiser_id, day, decided_on, status, transactions, order_value, commission)
    SELECT owner_id, day, decided_on, status, transactions, order_value, commission FROM counted ORDER BY 1, 2, 3, 4
    ON CONFLICT (advertiser_id, day, decided_on, status) DO UPDATE
      SET transactions = excluded.transactions, order_value = excluded.order_value, commission = excluded.commission
      WHERE (stored.transactions, stored.order_value, stored.commission)
        IS DISTINCT FROM (excluded.transactions, excluded.order_value, excluded.commission)`.execute(tx)
}
