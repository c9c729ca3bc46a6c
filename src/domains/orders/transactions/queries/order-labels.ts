import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Day } from '#kernel/days.ts'
import { ORDER_DIMENSIONS } from '../contract/vocabulary.ts'
import type { OrderDimension } from '../contract/vocabulary.ts'
import { STATUS_OVERLAP_MS } from '../rules/status-counts.ts'
import { CLICK_OF_ORDER, DIMENSION_VALUES } from './order-dimensions.ts'

/** The days of an advertiser's orders that are found by their labels. */
export interface LabelledDays {
  advertiserId: bigint
  /** The labels of the orders recorded before are stored, as PostgreSQL writes the time. */
  writtenUntil: string
  days: readonly Day[]
}

interface Labelled {
  dimension: RawBuilder<unknown>
  advertiserId: RawBuilder<unknown>
  /** The day of the order, in UTC. */
  day: RawBuilder<unknown>
  value: RawBuilder<unknown>
}

/** Computes the label of orders. Others can have the same, so that what is found by it must be compared. */
export function toLabel({ dimension, advertiserId, day, value }: Labelled): RawBuilder<number> {
  const written = sql`concat_ws(':', ${dimension}, ${advertiserId}, ${day} - date '2000-01-01', ${value})`
  return sql<number>`(crc32(convert_to(${written}, 'UTF8')) - 2147483648)::int`
}

const values = sql.join(
  ORDER_DIMENSIONS.map((dimension) => sql`(${sql.lit(dimension)}, ${DIMENSION_VALUES[dimension]})`),
)

/** Selects the labels of an order `sold` as an array: one for each dimension of which it has a value. */
export function selectLabels(): RawBuilder<unknown> {
  const label = toLabel({
    dimension: sql`each.dimension`,
    advertiserId: sql`sold.advertiser_id`,
    day: sql`(sold.transaction_at AT TIME ZONE 'UTC')::date`,
    value: sql`each.value`,
  })
  return sql`SELECT array_agg(${label})
    FROM (VALUES (1)) AS one ${CLICK_OF_ORDER} CROSS JOIN LATERAL (VALUES ${values}) AS each (dimension, value)
    WHERE each.value <> ''`
}

/**
 * Selects the keys of the orders of an advertiser's days that may have a value: those with its label, and those whose
 * labels may not be stored yet.
 */
export function selectLabelled(
  { dimension, value }: { dimension: OrderDimension; value: string },
  { advertiserId, writtenUntil, days }: LabelledDays,
): RawBuilder<unknown> {
  const label = toLabel({
    dimension: sql`${dimension}::text`,
    advertiserId: sql`${advertiserId}::bigint`,
    day: sql`each.day`,
    value: sql`${value}::text`,
  })
  return sql`SELECT publisher_id, transaction_id FROM transaction_text
    WHERE labels && ARRAY(SELECT ${label} FROM unnest(${days}::date[]) AS each (day))
    UNION ALL
    SELECT publisher_id, transaction_id FROM transaction_state
    WHERE advertiser_id = ${advertiserId} AND ${mayLackText(writtenUntil)}`
}

/** The condition on a state that the texts of its order may not be stored yet. */
export function mayLackText(writtenUntil: string): RawBuilder<boolean> {
  return sql<boolean>`changed_at >= ${writtenUntil}::timestamptz - ${STATUS_OVERLAP_MS} * interval '1 ms'`
}
