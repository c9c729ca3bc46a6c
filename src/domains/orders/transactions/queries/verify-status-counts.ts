import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { buildComparison } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { COUNTED_DIMENSIONS, STATUS_OVERLAP_MS } from '../rules/status-counts.ts'

const FIGURES = ['transactions', 'order_value', 'commission'] as const

/** The states with the UTC days of order and decision. */
const STATES = sql`
  SELECT *, (transaction_at AT TIME ZONE 'UTC')::date AS day, (decided_at AT TIME ZONE 'UTC')::date AS decided_on
  FROM transaction_state`

const sums = (where: RawBuilder<unknown>) => sql`
  count(*) FILTER (WHERE ${where}) AS transactions,
  coalesce(sum(order_value) FILTER (WHERE ${where}), 0) AS order_value,
  coalesce(sum(commission) FILTER (WHERE ${where}), 0) AS commission`
const allSums = sums(sql`true`)

/**
 * Which of an owner's days are compared. A day with a state that the last count may not contain is left out; readers
 * count those states themselves.
 */
const isCounted = (owner: 'advertiser' | 'publisher') => sql`
  EXISTS (SELECT FROM rollup_status_progress) AND (${sql.id(`${owner}_id`)}, day) NOT IN (
    SELECT DISTINCT ${sql.id(`${owner}_id`)}, day FROM (${STATES}) AS state
    WHERE changed_at >= (
      SELECT counted_until - interval ${sql.lit(`${STATUS_OVERLAP_MS} milliseconds`)} FROM rollup_status_progress
    )
  )`

/** Compares number and sums of transactions by owner, day and status with the states. */
function buildStatusCheck(owner: 'advertiser' | 'publisher', rollup: string): Check {
  const ownerId = sql.id(`${owner}_id`)
  return buildComparison({
    kind: `roll-up of statuses by ${owner}`,
    key: [`${owner}_id`, 'day', 'status'],
    place: sql`format('roll-up of statuses: %s of %s %s on %s', status, ${sql.lit(owner)}, ${ownerId}, day)`,
    columns: FIGURES,
    expected: sql`SELECT ${ownerId}, day, status, ${allSums} FROM (${STATES}) AS state GROUP BY 1, 2, 3`,
    found: sql`SELECT * FROM ${sql.table(rollup)}`,
    where: isCounted(owner),
  })
}

/** Compares the decided orders by day of the order and of the decision. */
const COHORT_CHECK = buildComparison({
  kind: 'roll-up of decided orders by advertiser',
  key: ['advertiser_id', 'day', 'decided_on', 'status'],
  place: sql`format('roll-up of decided orders: %s of advertiser %s on %s, decided on %s', status, advertiser_id, day,
    decided_on)`,
  columns: FIGURES,
  expected: sql`
    SELECT advertiser_id, day, decided_on, status, ${allSums} FROM (${STATES}) AS state
    WHERE status <> 'PENDING' AND decided_on IS NOT NULL GROUP BY 1, 2, 3, 4`,
  found: sql`SELECT * FROM rollup_cohort`,
  where: isCounted('advertiser'),
})

/**
 * Compares the orders of each day, over all values of a dimension, with the states. It leaves out the earlier days that
 * are not counted yet.
 */
const ORDER_CHECK = buildComparison({
  kind: 'roll-up of orders by advertiser',
  key: ['advertiser_id', 'day', 'dimension'],
  place: sql`format('roll-up of orders: %s of advertiser %s on %s', dimension, advertiser_id, day)`,
  columns: FIGURES,
  expected: sql`
    SELECT advertiser_id, day, dimension, ${sums(sql`status <> 'CANCELLED'`)}
    FROM (${STATES}) AS state
      CROSS JOIN unnest(${[...COUNTED_DIMENSIONS]}::text[]) AS each (dimension) GROUP BY 1, 2, 3`,
  found: sql`
    SELECT advertiser_id, day, dimension, sum(transactions) AS transactions, sum(order_value) AS order_value,
      sum(commission) AS commission
    FROM rollup_order GROUP BY 1, 2, 3`,
  where: sql`day >= (SELECT coalesce(orders_from, '-infinity') FROM rollup_status_progress)
    AND ${isCounted('advertiser')}`,
})

/** Compares the orders of each publisher at each advertiser by day and status. */
const RELATIONSHIP_CHECK = buildComparison({
  kind: 'roll-up of relationships',
  key: ['publisher_id', 'advertiser_id', 'day'],
  place: sql`format('orders of publisher %s at advertiser %s on %s', publisher_id, advertiser_id, day)`,
  columns: ['pending', 'confirmed', 'cancelled'],
  expected: sql`
    SELECT publisher_id, advertiser_id, day, count(*) FILTER (WHERE status = 'PENDING') AS pending,
      count(*) FILTER (WHERE status = 'CONFIRMED') AS confirmed,
      count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled
    FROM (${STATES}) AS state GROUP BY 1, 2, 3`,
  found: sql`SELECT * FROM rollup_relationship`,
  where: isCounted('publisher'),
})

/** The checks of the counts by status. */
export const STATUS_COUNT_CHECKS: readonly Check[] = [
  COHORT_CHECK,
  ORDER_CHECK,
  RELATIONSHIP_CHECK,
  buildStatusCheck('advertiser', 'rollup_status'),
  buildStatusCheck('publisher', 'rollup_publisher_status'),
]
