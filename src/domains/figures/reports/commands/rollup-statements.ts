import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { startOfDay } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { ORDER_COLUMNS, orderFigures } from '#domains/orders/transactions/queries/order-figures.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import { SLICE_SECONDS } from '../rules/rollup-plan.ts'
import { writeAdvertisers, writeTotalsOfDays } from './advertiser-statements.ts'
import { buildDays, buildUpdate, sumColumns, writeReports } from './report-statements.ts'
import type { ChangedDay } from './report-statements.ts'

/** A half-open range of time. */
export interface TimeRange {
  from: Date
  until: Date
}

/** An hour of one publisher, site and advertiser whose count has changed. */
export interface ChangedHour {
  publisherId: bigint
  siteId: bigint
  advertiserId: bigint
  hour: Date
}

const sliceWidth = sql.lit(`${SLICE_SECONDS} seconds`)
const epoch = sql`timestamptz '2000-01-01 00:00:00+00'`
const verdictColumns = sql.join(VERDICTS.map((verdict) => sql.ref(verdict)))
const verdictSums = sql.join(
  VERDICTS.map((verdict) => sql`coalesce(sum(hits) FILTER (WHERE verdict = ${sql.lit(verdict)}), 0)::bigint`),
)
const orderColumns = sql.join(ORDER_COLUMNS.map((column) => sql.id(column)))
const noOrders = sql.join(ORDER_COLUMNS.map(() => sql`0`))

/**
 * Counts the clicks of a range into slices and answers the hours that have changed. The range begins with a full slice.
 * Call it in a transaction.
 */
export async function writeSlices(tx: Db, range: TimeRange): Promise<ChangedHour[]> {
  const { rows } = await withClickScanPlan(tx, () =>
    sql<ChangedHour>`
    WITH written AS (
      INSERT INTO rollup_slice (publisher_id, site_id, advertiser_id, slice, verdict, hits)
      SELECT publisher_id, site_id, advertiser_id, date_bin(${sliceWidth}, clicked_at, ${epoch}), verdict, count(*)
      FROM click WHERE clicked_at >= ${range.from} AND clicked_at < ${range.until}
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (publisher_id, site_id, advertiser_id, slice, verdict)
      DO UPDATE SET hits = excluded.hits WHERE rollup_slice.hits <> excluded.hits
      RETURNING publisher_id, site_id, advertiser_id, slice
    )
    SELECT DISTINCT publisher_id, site_id, advertiser_id, date_bin('1 hour', slice, ${epoch}) AS hour FROM written
  `.execute(tx),
  )
  return rows
}

/**
 * Makes the planner read clicks by the time index and count them in memory. Its statistics miss the newest clicks, so
 * by itself it expects few rows, scans the whole primary key and sorts on disk, at three times the cost.
 */
async function withClickScanPlan<T>(tx: Db, count: () => Promise<T>): Promise<T> {
  await setPlannerOptions(tx, 'off')
  const counted = await count()
  await setPlannerOptions(tx, 'on')
  return counted
}

async function setPlannerOptions(tx: Db, state: 'on' | 'off'): Promise<void> {
  await sql`SELECT set_config('enable_indexscan', ${state}, true), set_config('enable_sort', ${state}, true)`.execute(
    tx,
  )
}

/** The ids of the hits that are counted in `hit_overflow`: their keys name no site. */
const overflowIds = { publisherId: 0n, siteId: 0n, advertiserId: 0n }

/** Lists the hours of a range with hits in `hit_overflow`. */
export async function listOverflowHours(db: Db, range: TimeRange): Promise<ChangedHour[]> {
  const rows = await db
    .selectFrom('hitOverflow')
    .select('hour')
    .distinct()
    .where('hour', '>=', range.from)
    .where('hour', '<', range.until)
    .execute()
  return rows.map(({ hour }) => ({ ...overflowIds, hour }))
}

/** Sums slices and `hit_overflow` into the given hours. Every slice of these hours must have been counted. */
export async function writeHoursFromSlices(db: Db, changed: readonly ChangedHour[]): Promise<ChangedDay[]> {
  if (changed.length === 0) return []
  const part = sql`SELECT DISTINCT * FROM unnest(
    ${changed.map((entry) => entry.publisherId)}::bigint[], ${changed.map((entry) => entry.siteId)}::bigint[],
    ${changed.map((entry) => entry.advertiserId)}::bigint[], ${changed.map((entry) => entry.hour)}::timestamptz[]
  ) AS entry (publisher_id, site_id, advertiser_id, hour)`
  return writeHits(
    db,
    sql`WITH part AS MATERIALIZED (${part})
      SELECT slices.publisher_id, slice AS at, slices.site_id, slices.advertiser_id, verdict, hits
      FROM part JOIN rollup_slice AS slices ON slices.publisher_id = part.publisher_id
        AND slices.site_id = part.site_id AND slices.advertiser_id = part.advertiser_id
        AND slice >= part.hour AND slice < part.hour + interval '1 hour'
      UNION ALL
      SELECT publisher_id, hour, site_id, advertiser_id, verdict, hits FROM part JOIN hit_overflow USING (hour)
      WHERE publisher_id = 0 AND site_id = 0 AND advertiser_id = 0`,
  )
}

/**
 * Counts clicks and `hit_overflow` into hours without slices. The range begins and ends on full hours. Call it in a
 * transaction.
 */
export function writeHoursFromClicks(tx: Db, range: TimeRange): Promise<ChangedDay[]> {
  const source = sql`SELECT publisher_id, clicked_at AS at, site_id, advertiser_id, verdict, 1 AS hits
    FROM click WHERE clicked_at >= ${range.from} AND clicked_at < ${range.until}
    UNION ALL
    SELECT 0, hour, 0, 0, verdict, hits FROM hit_overflow WHERE hour >= ${range.from} AND hour < ${range.until}`
  return withClickScanPlan(tx, () => writeHits(tx, source))
}

function writeHits(db: Db, source: RawBuilder<unknown>): Promise<ChangedDay[]> {
  return readChangedDays(
    db,
    sql`INSERT INTO rollup_hour (publisher_id, hour, site_id, advertiser_id, hits, ${verdictColumns}, ${orderColumns})
      SELECT publisher_id, date_bin('1 hour', at, ${epoch}), site_id, advertiser_id, sum(hits)::bigint, ${verdictSums},
        ${noOrders}
      FROM (${source}) AS slice GROUP BY 1, 2, 3, 4
      ON CONFLICT (publisher_id, hour, site_id, advertiser_id)
      DO UPDATE SET ${buildUpdate('rollup_hour', ['hits', ...VERDICTS])}`,
  )
}

/** Selects the groups whose transactions were recorded or decided in the range. */
export function selectGroupsChangedIn(range: TimeRange): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT sale.publisher_id, date_bin('1 hour', sale.clicked_at, ${epoch}) AS hour, sale.site_id,
      sale.advertiser_id
    FROM transaction_state AS state
    JOIN transaction AS sale ON sale.publisher_id = state.publisher_id AND sale.id = state.transaction_id
    WHERE state.changed_at >= ${range.from} AND state.changed_at < ${range.until}`
}

/**
 * Selects the groups with transactions whose clicks are in the range. The index begins with the publisher, so the
 * statement goes from publisher to publisher; PostgreSQL 17 would otherwise read all transactions.
 */
export function selectGroupsClickedIn(range: TimeRange): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE seller AS (
      SELECT min(publisher_id) AS id FROM transaction
      UNION ALL
      SELECT (SELECT min(publisher_id) FROM transaction WHERE publisher_id > seller.id) FROM seller
      WHERE seller.id IS NOT NULL
    )
    SELECT DISTINCT sold.publisher_id, date_bin('1 hour', sold.clicked_at, ${epoch}) AS hour, sold.site_id,
      sold.advertiser_id
    FROM seller JOIN transaction AS sold ON sold.publisher_id = seller.id
    WHERE sold.clicked_at >= ${range.from} AND sold.clicked_at < ${range.until}`
}

/** Sums all transactions of the groups that `groups` selects (publisher, hour, site, advertiser) into hours. */
export function writeTransactions(db: Db, groups: RawBuilder<unknown>): Promise<ChangedDay[]> {
  const noHits = sql.join(['hits', ...VERDICTS].map(() => sql`0`))
  return readChangedDays(
    db,
    sql`WITH part AS MATERIALIZED (${groups}), sale AS (
        SELECT part.publisher_id, part.hour, part.site_id, part.advertiser_id, state.order_value, state.commission,
          state.fee, state.status
        FROM part
        JOIN transaction AS sold ON sold.publisher_id = part.publisher_id
          AND sold.clicked_at >= part.hour AND sold.clicked_at < part.hour + interval '1 hour'
          -- The same condition as an equality, so that PostgreSQL can hash many groups.
          AND date_bin('1 hour', sold.clicked_at, ${epoch}) = part.hour
          AND sold.site_id = part.site_id AND sold.advertiser_id = part.advertiser_id
        JOIN transaction_state AS state ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
      )
      INSERT INTO rollup_hour (publisher_id, hour, site_id, advertiser_id, hits, ${verdictColumns}, ${orderColumns})
      SELECT publisher_id, hour, site_id, advertiser_id, ${noHits}, ${orderFigures}
      FROM sale AS state GROUP BY 1, 2, 3, 4
      ON CONFLICT (publisher_id, hour, site_id, advertiser_id)
      DO UPDATE SET ${buildUpdate('rollup_hour', ORDER_COLUMNS)}`,
  )
}

/** Removes the hours of a range, so that no hour remains without a source. */
export function removeHours(db: Db, range: TimeRange): Promise<ChangedDay[]> {
  return readChangedDays(db, sql`DELETE FROM rollup_hour WHERE hour >= ${range.from} AND hour < ${range.until}`)
}

/** Sums hours into the given days, and days into what is summed from them. Removes days without hours. */
export async function writeDays(db: Db, changed: readonly ChangedDay[]): Promise<void> {
  if (changed.length === 0) return
  const part = buildDays(changed)
  const hoursOfPart = sql`hours.publisher_id = part.publisher_id
    AND hours.hour >= part.day::timestamp AT TIME ZONE 'UTC'
    AND hours.hour < (part.day + 1)::timestamp AT TIME ZONE 'UTC'`
  await sql`
    INSERT INTO rollup_day (publisher_id, day, site_id, advertiser_id, hits, clicks, ${orderColumns})
    SELECT part.publisher_id, part.day, hours.site_id, hours.advertiser_id, sum(hits)::bigint, sum(payable)::bigint,
      ${sumColumns(ORDER_COLUMNS)}
    FROM ${part} JOIN rollup_hour AS hours ON ${hoursOfPart}
    GROUP BY 1, 2, 3, 4
    ON CONFLICT (publisher_id, day, site_id, advertiser_id)
    DO UPDATE SET ${buildUpdate('rollup_day', ['hits', 'clicks', ...ORDER_COLUMNS])}`.execute(db)
  await sql`
    DELETE FROM rollup_day AS days USING ${part}
    WHERE days.publisher_id = part.publisher_id AND days.day = part.day AND NOT EXISTS (
      SELECT FROM rollup_hour AS hours
      WHERE ${hoursOfPart} AND hours.site_id = days.site_id AND hours.advertiser_id = days.advertiser_id
    )`.execute(db)
  await writeReports(db, changed)
  await writeAdvertisers(db, changed)
}

/** Sums the hours of whole days again, also of days whose hours are gone. */
export async function writeStoredDays(tx: Db, { from, until }: DayRange): Promise<void> {
  const { rows } = await sql<ChangedDay>`
    SELECT publisher_id, day FROM rollup_day WHERE day >= ${from} AND day < ${until}
    UNION SELECT publisher_id, day FROM rollup_report WHERE day >= ${from} AND day < ${until}
    UNION SELECT publisher_id, day FROM rollup_advertiser WHERE day >= ${from} AND day < ${until}`.execute(tx)
  await writeDays(tx, rows)
  await writeTotalsOfDays(tx, { from, until })
}

/** Removes the roll-ups outside a range, in which all clicks and transactions lie. */
export async function removeRollupsOutside(tx: Db, { from, until }: DayRange): Promise<void> {
  const [start, end] = [startOfDay(from), startOfDay(until)]
  await sql`DELETE FROM rollup_hour WHERE hour < ${start} OR hour >= ${end}`.execute(tx)
  await sql`DELETE FROM rollup_slice WHERE slice < ${start} OR slice >= ${end}`.execute(tx)
  await sql`DELETE FROM rollup_day WHERE day < ${from} OR day >= ${until}`.execute(tx)
  await sql`DELETE FROM rollup_report WHERE day < ${from} OR day >= ${until}`.execute(tx)
  await sql`DELETE FROM rollup_advertiser WHERE day < ${from} OR day >= ${until}`.execute(tx)
  await sql`DELETE FROM rollup_advertiser_total WHERE day < ${from} OR day >= ${until}`.execute(tx)
  await sql`DELETE FROM rollup_sub_id WHERE day < ${from} OR day >= ${until}`.execute(tx)
}

async function readChangedDays(db: Db, statement: RawBuilder<unknown>): Promise<ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`${statement}
    RETURNING publisher_id, (hour AT TIME ZONE 'UTC')::date AS day`.execute(db)
  return rows
}
