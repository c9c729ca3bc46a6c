import { sql } from 'kysely'
import { compareColumns } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'
import { ORDER_DIMENSIONS } from '../contract/vocabulary.ts'
import { STATUS_OVERLAP_MS } from '../rules/status-counts.ts'

const figures = compareColumns(['transactions', 'order_value', 'commission'], 'due', 'stored')
const overlap = sql.lit(`${STATUS_OVERLAP_MS} milliseconds`)

/**
 * Compares number and sums of transactions by owner, day and status with the states. It leaves out an owner's day with
 * a state that the last count may not contain; readers count those themselves.
 */
function buildCheck(rollup: string, owner: 'advertiser' | 'publisher'): Check {
  const ownerId = sql.id(`${owner}_id`)
  return {
    kind: `roll-up of statuses by ${owner}`,
    differences: sql`
      WITH due AS (
        SELECT ${ownerId}, (transaction_at AT TIME ZONE 'UTC')::date AS day, status, count(*) AS transactions,
          coalesce(sum(order_value), 0)::bigint AS order_value, coalesce(sum(commission), 0)::bigint AS commission,
          max(changed_at) AS changed_at
        FROM transaction_state GROUP BY 1, 2, 3
      ), uncounted AS (
        SELECT ${ownerId}, day FROM due
        WHERE changed_at >= (SELECT counted_until - interval ${overlap} FROM rollup_status_progress)
      )
      SELECT format('roll-up of statuses: %s of %s %s on %s', status, ${sql.lit(owner)}, ${ownerId}, day) AS place,
        ${figures.expected} AS expected, ${figures.found} AS found
      FROM due FULL JOIN ${sql.table(rollup)} AS stored USING (${ownerId}, day, status)
      WHERE ${figures.differ} AND EXISTS (SELECT FROM rollup_status_progress)
        AND (${ownerId}, day) NOT IN (TABLE uncounted)`,
  }
}

/** Compares the decided orders by day of the order and of the decision, in the same way. */
const COHORT_CHECK: Check = {
  kind: 'roll-up of decided orders by advertiser',
  differences: sql`
    WITH due AS (
      SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date AS day,
        (decided_at AT TIME ZONE 'UTC')::date AS decided_on, status, count(*) AS transactions,
        coalesce(sum(order_value), 0)::bigint AS order_value, coalesce(sum(commission), 0)::bigint AS commission
      FROM transaction_state WHERE status <> 'PENDING' AND decided_at IS NOT NULL GROUP BY 1, 2, 3, 4
    ), uncounted AS (
      SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date FROM transaction_state
      WHERE changed_at >= (SELECT counted_until - interval ${overlap} FROM rollup_status_progress)
    )
    SELECT format('roll-up of decided orders: %s of advertiser %s on %s, decided on %s', status, advertiser_id, day,
      decided_on) AS place, ${figures.expected} AS expected, ${figures.found} AS found
    FROM due FULL JOIN rollup_cohort AS stored USING (advertiser_id, day, decided_on, status)
    WHERE ${figures.differ} AND EXISTS (SELECT FROM rollup_status_progress)
      AND (advertiser_id, day) NOT IN (TABLE uncounted)`,
}

/**
 * Compares the orders of each day, over all values of a dimension, with the states in the same way. It leaves out the
 * earlier days that are not counted yet.
 */
const ORDER_CHECK: Check = {
  kind: 'roll-up of orders by advertiser',
  differences: sql`
    WITH due AS (
      SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date AS day, dimension,
        count(*) FILTER (WHERE status <> 'CANCELLED') AS transactions,
        coalesce(sum(order_value) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS order_value,
        coalesce(sum(commission) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS commission
      FROM transaction_state CROSS JOIN unnest(${[...ORDER_DIMENSIONS]}::text[]) AS each (dimension) GROUP BY 1, 2, 3
    ), stored AS (
      SELECT advertiser_id, day, dimension, sum(transactions)::bigint AS transactions,
        sum(order_value)::bigint AS order_value, sum(commission)::bigint AS commission
      FROM rollup_order GROUP BY 1, 2, 3
    ), uncounted AS (
      SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date FROM transaction_state
      WHERE changed_at >= (SELECT counted_until - interval ${overlap} FROM rollup_status_progress)
    )
    SELECT format('roll-up of orders: %s of advertiser %s on %s', dimension, advertiser_id, day) AS place,
      ${figures.expected} AS expected, ${figures.found} AS found
    FROM due FULL JOIN stored USING (advertiser_id, day, dimension)
    WHERE ${figures.differ} AND EXISTS (SELECT FROM rollup_status_progress)
      AND day >= (SELECT coalesce(orders_from, '-infinity') FROM rollup_status_progress)
      AND (advertiser_id, day) NOT IN (TABLE uncounted)`,
}

/** The checks of the counts by status. */
export const STATUS_COUNT_CHECKS: readonly Check[] = [
  COHORT_CHECK,
  ORDER_CHECK,
  buildCheck('rollup_status', 'advertiser'),
  buildCheck('rollup_publisher_status', 'publisher'),
]
