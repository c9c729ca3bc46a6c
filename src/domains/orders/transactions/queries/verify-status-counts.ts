import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { compareColumns, totalOf } from '#platform/server/database/database-check.ts'
import type { Check, SharedTable } from '#platform/server/database/database-check.ts'
import { ORDER_DIMENSIONS } from '../contract/vocabulary.ts'
import { STATUS_OVERLAP_MS } from '../rules/status-counts.ts'

const figures = compareColumns(['transactions', 'order_value', 'commission'], 'due', 'stored')
const overlap = sql.lit(`${STATUS_OVERLAP_MS} milliseconds`)

const utcDay = (column: string) => sql`(${sql.id(column)} AT TIME ZONE 'UTC')::date`

/** Number and sums of the transactions of an advertiser's day by status and day of the decision. */
export const STATUS_SUMS: SharedTable = {
  name: 'status_sum',
  rows: sql`
    SELECT advertiser_id, ${utcDay('transaction_at')} AS day, ${utcDay('decided_at')} AS decided_on, status,
      count(*) AS transactions, ${totalOf(sql`order_value`)} AS order_value, ${totalOf(sql`commission`)} AS commission,
      max(changed_at) AS changed_at
    FROM transaction_state GROUP BY 1, 2, 3, 4`,
}

const stateSums = sql`
  SELECT publisher_id, ${utcDay('transaction_at')} AS day, status, count(*) AS transactions,
    ${totalOf(sql`order_value`)} AS order_value, ${totalOf(sql`commission`)} AS commission,
    max(changed_at) AS changed_at
  FROM transaction_state GROUP BY 1, 2, 3`

const advertiserSums = sql`
  SELECT advertiser_id, day, status, sum(transactions)::bigint AS transactions,
    sum(order_value)::bigint AS order_value, sum(commission)::bigint AS commission, max(changed_at) AS changed_at
  FROM pg_temp.status_sum GROUP BY 1, 2, 3`

/** The days of advertisers with a state that the last count may not contain. */
const uncountedDays = sql`
  SELECT advertiser_id, day FROM pg_temp.status_sum
  WHERE changed_at >= (SELECT counted_until - interval ${overlap} FROM rollup_status_progress)`

/**
 * Compares number and sums of transactions by owner, day and status with the states. It leaves out an owner's day with
 * a state that the last count may not contain; readers count those themselves.
 */
function buildCheck(rollup: string, owner: 'advertiser' | 'publisher', sums: RawBuilder<unknown>): Check {
  const ownerId = sql.id(`${owner}_id`)
  return {
    kind: `roll-up of statuses by ${owner}`,
    differences: sql`
      WITH due AS MATERIALIZED (${sums}), uncounted AS (
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
    SELECT format('roll-up of decided orders: %s of advertiser %s on %s, decided on %s', status, advertiser_id, day,
      decided_on) AS place, ${figures.expected} AS expected, ${figures.found} AS found
    FROM (SELECT * FROM pg_temp.status_sum WHERE status <> 'PENDING' AND decided_on IS NOT NULL) AS due
    FULL JOIN rollup_cohort AS stored USING (advertiser_id, day, decided_on, status)
    WHERE ${figures.differ} AND EXISTS (SELECT FROM rollup_status_progress)
      AND (advertiser_id, day) NOT IN (${uncountedDays})`,
}

/**
 * Compares the orders of each day, over all values of a dimension, with the states in the same way. It leaves out the
 * earlier days that are not counted yet.
 */
const ORDER_CHECK: Check = {
  kind: 'roll-up of orders by advertiser',
  differences: sql`
    WITH due AS (
      SELECT advertiser_id, day, dimension,
        coalesce(sum(transactions) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS transactions,
        coalesce(sum(order_value) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS order_value,
        coalesce(sum(commission) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS commission
      FROM pg_temp.status_sum CROSS JOIN unnest(${[...ORDER_DIMENSIONS]}::text[]) AS each (dimension) GROUP BY 1, 2, 3
    ), stored AS (
      SELECT advertiser_id, day, dimension, sum(transactions)::bigint AS transactions,
        sum(order_value)::bigint AS order_value, sum(commission)::bigint AS commission
      FROM rollup_order GROUP BY 1, 2, 3
    )
    SELECT format('roll-up of orders: %s of advertiser %s on %s', dimension, advertiser_id, day) AS place,
      ${figures.expected} AS expected, ${figures.found} AS found
    FROM due FULL JOIN stored USING (advertiser_id, day, dimension)
    WHERE ${figures.differ} AND EXISTS (SELECT FROM rollup_status_progress)
      AND day >= (SELECT coalesce(orders_from, '-infinity') FROM rollup_status_progress)
      AND (advertiser_id, day) NOT IN (${uncountedDays})`,
}

const RELATIONSHIP_COLUMNS = ['pending', 'confirmed', 'cancelled'] as const
const relationship = compareColumns(RELATIONSHIP_COLUMNS, 'due', 'stored')

/** Compares the orders of each publisher at each advertiser by day and status, in the same way. */
const RELATIONSHIP_CHECK: Check = {
  kind: 'roll-up of relationships',
  differences: sql`
    WITH due AS MATERIALIZED (
      SELECT publisher_id, advertiser_id, ${utcDay('transaction_at')} AS day,
        count(*) FILTER (WHERE status = 'PENDING') AS pending,
        count(*) FILTER (WHERE status = 'CONFIRMED') AS confirmed,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled, max(changed_at) AS changed_at
      FROM transaction_state GROUP BY 1, 2, 3
    ), uncounted AS (
      SELECT publisher_id, day FROM due
      WHERE changed_at >= (SELECT counted_until - interval ${overlap} FROM rollup_status_progress)
    )
    SELECT format('orders of publisher %s at advertiser %s on %s', publisher_id, advertiser_id, day) AS place,
      ${relationship.expected} AS expected, ${relationship.found} AS found
    FROM due FULL JOIN rollup_relationship AS stored USING (publisher_id, advertiser_id, day)
    WHERE ${relationship.differ} AND EXISTS (SELECT FROM rollup_status_progress)
      AND (publisher_id, day) NOT IN (TABLE uncounted)`,
}

/** The checks of the counts by status. They read `STATUS_SUMS`. */
export const STATUS_COUNT_CHECKS: readonly Check[] = [
  COHORT_CHECK,
  ORDER_CHECK,
  RELATIONSHIP_CHECK,
  buildCheck('rollup_status', 'advertiser', advertiserSums),
  buildCheck('rollup_publisher_status', 'publisher', stateSums),
]
