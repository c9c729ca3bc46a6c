import { sql } from 'kysely'
import { compareColumns } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { MAX_SUB_IDS, SUB_ID_SLOTS } from '../contract/vocabulary.ts'
import { buildBounds, buildLateHours } from './rollup-checks.ts'
import type { RollupScope } from './rollup-checks.ts'

const columns = ['clicks', 'transactions', 'commission'] as const
const figures = compareColumns(columns, 'due', 'stored')
const sums = sql.join(columns.map((column) => sql`sum(${sql.id(column)})::bigint AS ${sql.id(column)}`))

/** Each slot by itself; the statement that writes the roll-up counts all five at once. */
const tagged = sql.join(
  SUB_ID_SLOTS.map(
    (slot) => sql`
      SELECT publisher_id, ${sql.lit(slot)}::smallint AS slot, day, advertiser_id, site_id,
        ${sql.ref(`sub${slot}`)} AS sub_id, clicks, transactions, commission
      FROM source WHERE ${sql.ref(`sub${slot}`)} IS NOT NULL`,
  ),
  sql` UNION ALL `,
)

/**
 * Compares the roll-up of sub ids with clicks and transactions. Leaves out a publisher's day with a click or
 * transaction that may not be counted yet, and days with a late hour.
 */
export function buildSubIdCheck(scope: RollupScope): Check {
  const { hasTime, hasDay } = buildBounds(scope)
  return {
    kind: 'roll-up of sub ids',
    differences: sql`
      WITH source AS (
        SELECT publisher_id, (clicked_at AT TIME ZONE 'UTC')::date AS day, advertiser_id, site_id, sub1, sub2, sub3,
          sub4, sub5, 1 AS clicks, 0 AS transactions, 0 AS commission, clicked_at AS changed_at
        FROM click WHERE verdict = 'payable' AND ${hasTime('clicked_at')}
        UNION ALL
        SELECT sold.publisher_id, (clicked_at AT TIME ZONE 'UTC')::date, sold.advertiser_id, site_id, sub1, sub2, sub3,
          sub4, sub5, 0, (status <> 'CANCELLED')::int,
          CASE WHEN status <> 'CANCELLED' THEN coalesce(state.commission, 0) ELSE 0 END, changed_at
        FROM transaction AS sold JOIN transaction_state AS state
          ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
        WHERE ${hasTime('clicked_at')}
      ), uncounted AS (
        SELECT DISTINCT publisher_id, day FROM source
        WHERE changed_at >= ${scope.subIdsSettledUntil}::timestamptz
          OR day IN (SELECT (hour AT TIME ZONE 'UTC')::date FROM ${buildLateHours(scope)} AS late)
      ), tagged AS (${tagged}), counted AS (
        SELECT publisher_id, slot, day, advertiser_id, site_id, sub_id, ${sums},
          sum(sum(clicks)) OVER (PARTITION BY publisher_id, slot, day, sub_id) AS weight
        FROM tagged GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(clicks) > 0 OR sum(transactions) > 0
      ), ranked AS (
        SELECT *, dense_rank() OVER (PARTITION BY publisher_id, slot, day ORDER BY weight DESC, sub_id) AS place
        FROM counted
      ), due AS (
        SELECT publisher_id, slot, day, advertiser_id, site_id,
          CASE WHEN place <= ${MAX_SUB_IDS} THEN sub_id ELSE '' END AS sub_id, ${sums}
        FROM ranked GROUP BY 1, 2, 3, 4, 5, 6
      )
      SELECT format('sub id %s %s of publisher %s on %s, site %s, advertiser %s', slot, to_json(sub_id), publisher_id,
        day, site_id, advertiser_id) AS place, ${figures.expected} AS expected, ${figures.found} AS found
      FROM due FULL JOIN (SELECT * FROM rollup_sub_id WHERE ${hasDay('day')}) AS stored
        USING (publisher_id, slot, day, advertiser_id, site_id, sub_id)
      WHERE ${figures.differ} AND (publisher_id, day) NOT IN (TABLE uncounted)`,
  }
}
