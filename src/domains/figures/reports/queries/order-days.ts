import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { startOfDay } from '#kernel/days.ts'
import { FIGURE_NAMES } from '#kernel/measures.ts'
import type { ReportGroup } from '../contract/vocabulary.ts'
import type { AdvertiserScope } from './advertiser-figures.ts'
import { findOrderProgress } from './rollup-progress.ts'

/** The figures of a row of `rollup_order`, which counts no clicks. */
export const ORDER_DAY_FIGURES = sql.join(
  FIGURE_NAMES.map((name) => (name === 'clicks' ? sql`0 AS clicks` : sql.ref(name))),
)

const sums = sql.join(
  FIGURE_NAMES.map((name) =>
    name === 'clicks' ? sql`0 AS clicks` : sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`,
  ),
)

interface OrderDaysQuery extends AdvertiserScope {
  group: ReportGroup
  publisherId?: bigint | undefined
}

/**
 * Selects the orders of an advertiser by order day, in brackets: for rows of days or months with their day, otherwise
 * with publisher and site.
 */
export function selectOrderDays({ group, advertiserId, publisherId, range }: OrderDaysQuery): RawBuilder<unknown> {
  const inScope = sql`advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until}`
  const ofDays = sql`SELECT day, ${ORDER_DAY_FIGURES} FROM rollup_order WHERE ${inScope}`
  const isByDay = group === 'day' || group === 'month'
  // Each order counts for one event.
  if (isByDay && publisherId === undefined) return sql`(${ofDays} AND dimension = 'event')`
  const ofPublisher =
    publisherId === undefined
      ? sql`true`
      : sql`value = ANY (ARRAY(SELECT publisher_id || ':' || id FROM site WHERE publisher_id = ${publisherId}))`
  const ofSites = sql`dimension = 'site' AND ${ofPublisher}`
  if (isByDay) return sql`(${ofDays} AND ${ofSites})`
  // Summed by its text first: taking it apart on every day takes three times as long.
  return sql`(
    SELECT split_part(value, ':', 1)::bigint AS publisher_id, split_part(value, ':', 2)::bigint AS site_id, summed.*
    FROM (SELECT value, ${sums} FROM rollup_order WHERE ${inScope} AND ${ofSites} GROUP BY value OFFSET 0) AS summed
  )`
}

/** How the orders of a range by day of the click and by day of the order come about, without cancelled ones. */
export interface OrderDays {
  /** Clicked and placed in the range. */
  both: bigint
  /** Clicked in the range and placed after it. */
  later: bigint
  /** Placed in the range from clicks before it. */
  earlier: bigint
  /** They count everything before this time. */
  asOf: Date
}

/**
 * Divides the orders that were clicked or placed in a range; `undefined` while some of its days are not counted yet.
 * The orders of one publisher are read themselves.
 */
export async function divideOrderDays(
  db: Db,
  { advertiserId, publisherId, range, now }: AdvertiserScope & { publisherId?: bigint | undefined; now: Date },
): Promise<OrderDays | undefined> {
  const asOf = publisherId === undefined ? await findOrderProgress(db, range.from) : now
  if (!asOf) return undefined
  // No order is older than its click.
  const source =
    publisherId === undefined
      ? sql`SELECT day, value::date AS click_day, transactions FROM rollup_order
          WHERE advertiser_id = ${advertiserId} AND dimension = 'click_day' AND day >= ${range.from}`
      : sql`SELECT (state.transaction_at AT TIME ZONE 'UTC')::date, (sold.clicked_at AT TIME ZONE 'UTC')::date, 1
          FROM transaction_state AS state JOIN transaction AS sold
            ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
          WHERE state.publisher_id = ${publisherId} AND state.advertiser_id = ${advertiserId}
            AND state.status IN ('PENDING', 'CONFIRMED') AND state.transaction_at >= ${startOfDay(range.from)}`
  const sumIf = (is: RawBuilder<unknown>) => sql`coalesce(sum(transactions) FILTER (WHERE ${is}), 0)::bigint`
  const { rows } = await sql<Omit<OrderDays, 'asOf'>>`
    SELECT ${sumIf(sql`is_clicked AND is_placed`)} AS both, ${sumIf(sql`is_clicked AND NOT is_placed`)} AS later,
      ${sumIf(sql`NOT is_clicked AND is_placed`)} AS earlier
    FROM (
      SELECT transactions, click_day >= ${range.from} AND click_day < ${range.until} AS is_clicked,
        day >= ${range.from} AND day < ${range.until} AS is_placed
      FROM (${source}) AS counted (day, click_day, transactions)
    ) AS divided`.execute(db)
  return { ...(rows[0] ?? { both: 0n, later: 0n, earlier: 0n }), asOf }
}
