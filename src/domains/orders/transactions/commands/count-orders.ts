import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { ORDER_DIMENSIONS } from '../contract/vocabulary.ts'
import { CLICK_OF_ORDER, COUNTED_VALUES } from '../queries/order-dimensions.ts'
import { ORDER_COLUMNS, orderFigures } from '../queries/order-figures.ts'
import { COUNTED_DIMENSIONS, MAX_COUNTED_VALUES } from '../rules/status-counts.ts'

const columns = sql.join(ORDER_COLUMNS.map((column) => sql.id(column)))
const sums = sql.join(ORDER_COLUMNS.map((column) => sql`sum(${sql.id(column)})::bigint AS ${sql.id(column)}`))
const stored = sql.join(ORDER_COLUMNS.map((column) => sql`stored.${sql.id(column)}`))
const excluded = sql.join(ORDER_COLUMNS.map((column) => sql`excluded.${sql.id(column)}`))
const update = sql.join(ORDER_COLUMNS.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`))

/**
 * Counts the orders of the advertisers' days that `part` selects (owner, day) by each of `COUNTED_DIMENSIONS`, and
 * removes counts without an order. Of what they say of themselves, `MAX_COUNTED_VALUES` values of a day are counted
 * alone, those of the most orders.
 */
export async function countOrders(tx: Db, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), counted AS MATERIALIZED (
      ${boundValues(countValues())}
    ), emptied AS (
      DELETE FROM rollup_order AS stored USING part
      WHERE stored.advertiser_id = part.owner_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM counted
        WHERE (counted.owner_id, counted.dimension, counted.day, counted.value)
          = (stored.advertiser_id, stored.dimension, stored.day, stored.value)
      )
    )
    INSERT INTO rollup_order AS stored (advertiser_id, dimension, day, value, ${columns})
    SELECT owner_id, dimension, day, value, ${columns} FROM counted ORDER BY 1, 2, 3, 4
    ON CONFLICT (advertiser_id, dimension, day, value) DO UPDATE
      SET ${update} WHERE (${stored}) IS DISTINCT FROM (${excluded})`.execute(tx)
}

const values = sql.join(
  COUNTED_DIMENSIONS.map((dimension) => sql`(${sql.lit(dimension)}, ${COUNTED_VALUES[dimension]})`),
)

const isBounded = sql`dimension IN (${sql.join(ORDER_DIMENSIONS.map((dimension) => sql.lit(dimension)))})`

/** Counts by each value. */
function countValues(): RawBuilder<unknown> {
  return sql`
    SELECT part.owner_id, part.day, each.dimension, coalesce(each.value, '') AS value,
      ${orderFigures}
    FROM part CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS one (status)
    -- Read by day through the index, however many days PostgreSQL expects.
    CROSS JOIN LATERAL (
      SELECT * FROM transaction_state AS state
      WHERE state.advertiser_id = part.owner_id AND state.status = one.status
        AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
        AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
      OFFSET 0
    ) AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    ${CLICK_OF_ORDER}
    CROSS JOIN LATERAL (VALUES ${values}) AS each (dimension, value)
    GROUP BY 1, 2, 3, 4`
}

/** Adds the values of a bounded dimension beyond the bound of a day to the row of the empty value. */
function boundValues(counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT owner_id, day, dimension,
      CASE WHEN place > ${MAX_COUNTED_VALUES} AND ${isBounded} THEN '' ELSE value END AS value, ${sums}
    FROM (
      SELECT valued.*, row_number() OVER (
        PARTITION BY owner_id, day, dimension ORDER BY transactions + cancelled_transactions DESC, value
      ) AS place
      FROM (${counted}) AS valued
    ) AS placed
    GROUP BY 1, 2, 3, 4`
}
