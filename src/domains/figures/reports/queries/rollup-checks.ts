import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Day } from '#kernel/days.ts'
import { buildComparison } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import { SLICE_SECONDS } from '../rules/rollup-plan.ts'

/** The days whose roll-ups are compared, and up to when each of them contains everything. */
export interface RollupScope {
  /** Also `-infinity`. */
  from: Day
  /** The first day outside; also `infinity`. */
  until: Day
  /** The hits of hours since then are summed from slices. */
  openSince: Date | 'infinity'
  /** Rows of a later time may not be counted yet. */
  settledUntil: Date | 'infinity'
  /** The same for the roll-up of sub ids. */
  subIdsSettledUntil: Date | 'infinity'
  /** Whether hours that are marked as late are left out, because the next pass rebuilds them. */
  skipsLateHours: boolean
}

const epoch = sql`timestamptz '2000-01-01 00:00:00+00'`
const sliceWidth = sql.lit(`${SLICE_SECONDS} seconds`)

/** Writes the conditions that a time or a day lies in the scope. */
export function buildBounds({ from, until }: Pick<RollupScope, 'from' | 'until'>) {
  const start = sql`(${from}::date::timestamp AT TIME ZONE 'UTC')`
  const end = sql`(${until}::date::timestamp AT TIME ZONE 'UTC')`
  return {
    start,
    end,
    hasTime: (column: string) => sql<boolean>`${sql.ref(column)} >= ${start} AND ${sql.ref(column)} < ${end}`,
    hasDay: (column: string) =>
      sql<boolean>`${sql.ref(column)} >= ${from}::date AND ${sql.ref(column)} < ${until}::date`,
  }
}

/** Writes the subquery of the hours that are left out. */
export function buildLateHours({ skipsLateHours }: Pick<RollupScope, 'skipsLateHours'>): RawBuilder<unknown> {
  return sql`(SELECT hour FROM late_click_hour WHERE ${sql.lit(skipsLateHours)})`
}

const HOUR_KEY = ['publisher_id', 'hour', 'site_id', 'advertiser_id']
const hourPlace = sql<string>`format('hour %s of publisher %s, site %s, advertiser %s', hour, publisher_id, site_id,
  advertiser_id)`

const hitSums = sql.join(
  VERDICTS.map(
    (verdict) => sql`coalesce(sum(hits) FILTER (WHERE verdict = ${sql.lit(verdict)}), 0) AS ${sql.id(verdict)}`,
  ),
)

/**
 * Compares the hits of hours with the clicks, or with the slices of hours that are still open, and with `hit_overflow`.
 * Leaves out what an open hour counts from `hit_overflow`, because the next pass may still add to it.
 */
export function buildHitCheck(scope: RollupScope): Check {
  const { start, end, hasTime } = buildBounds(scope)
  const openSince = sql`${scope.openSince}::timestamptz`
  return buildComparison({
    kind: 'roll-up of hits by hour',
    key: HOUR_KEY,
    place: hourPlace,
    columns: ['hits', ...VERDICTS],
    expected: sql`
      SELECT publisher_id, date_bin('1 hour', at, ${epoch}) AS hour, site_id, advertiser_id, sum(hits) AS hits,
        ${hitSums}
      FROM (
        SELECT publisher_id, clicked_at AS at, site_id, advertiser_id, verdict, 1 AS hits FROM click
        WHERE clicked_at >= ${start} AND clicked_at < least(${end}, ${openSince})
        UNION ALL
        SELECT publisher_id, slice, site_id, advertiser_id, verdict, hits FROM rollup_slice
        WHERE slice >= greatest(${start}, ${openSince}) AND slice < ${end}
        UNION ALL
        SELECT 0, hour, 0, 0, verdict, hits FROM hit_overflow
        WHERE hour >= ${start} AND hour < least(${end}, ${openSince})
      ) AS hit GROUP BY 1, 2, 3, 4`,
    found: sql`SELECT * FROM rollup_hour WHERE ${hasTime('hour')} AND hits <> 0`,
    where: sql`hour NOT IN ${buildLateHours(scope)}
      AND NOT ((publisher_id, site_id, advertiser_id) = (0, 0, 0)
        AND hour IN (SELECT hour FROM hit_overflow WHERE hour >= ${openSince}))`,
  })
}

/** Compares the slices of open hours with the clicks that must have been counted. */
export function buildSliceCheck({ openSince, settledUntil, ...scope }: RollupScope): Check {
  const { start, end } = buildBounds(scope)
  const since = sql`greatest(${start}, ${openSince}::timestamptz)`
  const until = sql`least(${end}, date_bin(${sliceWidth}, ${settledUntil}::timestamptz, ${epoch}))`
  return buildComparison({
    kind: 'roll-up of hits by slice',
    key: ['publisher_id', 'site_id', 'advertiser_id', 'slice', 'verdict'],
    place: sql`format('slice %s of publisher %s, site %s, advertiser %s, %s', slice, publisher_id, site_id,
      advertiser_id, verdict)`,
    columns: ['hits'],
    expected: sql`
      SELECT publisher_id, site_id, advertiser_id, date_bin(${sliceWidth}, clicked_at, ${epoch}) AS slice, verdict,
        count(*) AS hits
      FROM click WHERE clicked_at >= ${since} AND clicked_at < ${until} GROUP BY 1, 2, 3, 4, 5`,
    found: sql`SELECT * FROM rollup_slice WHERE slice >= ${since} AND slice < ${until}`,
    where: sql`date_bin('1 hour', slice, ${epoch}) NOT IN ${buildLateHours(scope)}`,
  })
}

const saleColumns = [
  'transactions',
  'cancelled_transactions',
  'order_value',
  'commission',
  'confirmed_transactions',
  'confirmed_order_value',
  'confirmed_commission',
  'fee',
] as const

/** Compares the transactions of hours with the rows. Leaves out an hour with one that may not be counted yet. */
export function buildSaleCheck(scope: RollupScope): Check {
  const { hasTime } = buildBounds(scope)
  const sumIf = (column: string, is: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.id('state', column)}) FILTER (WHERE status ${is}), 0)`
  const counts = sql`<> 'CANCELLED'`
  const isConfirmed = sql`= 'CONFIRMED'`
  return buildComparison({
    kind: 'roll-up of transactions by hour',
    key: HOUR_KEY,
    place: hourPlace,
    columns: saleColumns,
    expected: sql`
      SELECT sold.publisher_id, date_bin('1 hour', clicked_at, ${epoch}) AS hour, site_id, sold.advertiser_id,
        count(*) FILTER (WHERE status ${counts}) AS transactions,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled_transactions,
        ${sumIf('order_value', counts)} AS order_value, ${sumIf('commission', counts)} AS commission,
        count(*) FILTER (WHERE status ${isConfirmed}) AS confirmed_transactions,
        ${sumIf('order_value', isConfirmed)} AS confirmed_order_value,
        ${sumIf('commission', isConfirmed)} AS confirmed_commission,
        sum(state.fee) AS fee, max(changed_at) AS changed_at
      FROM transaction AS sold JOIN transaction_state AS state
        ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
      WHERE ${hasTime('clicked_at')} GROUP BY 1, 2, 3, 4`,
    found: sql`
      SELECT * FROM rollup_hour
      WHERE ${hasTime('hour')} AND (transactions, cancelled_transactions, order_value, commission) <> (0, 0, 0, 0)`,
    where: sql`coalesce(expected.changed_at < ${scope.settledUntil}::timestamptz, true)`,
  })
}

/** An hour that counts neither a hit nor a transaction has no row. */
export function buildEmptyHourCheck(scope: RollupScope): Check {
  const { hasTime } = buildBounds(scope)
  return {
    kind: 'empty hour',
    differences: sql`
      SELECT ${hourPlace} AS place, 'none' AS expected, 'a row of zeros' AS found FROM rollup_hour
      WHERE ${hasTime('hour')} AND hits = 0
        AND (transactions, cancelled_transactions, order_value, commission) = (0, 0, 0, 0)`,
  }
}

/** Compares days with the hours from which the same database transaction sums them. */
export function buildDayCheck(scope: RollupScope): Check {
  const { hasTime, hasDay } = buildBounds(scope)
  return buildComparison({
    kind: 'roll-up by day',
    key: ['publisher_id', 'day', 'site_id', 'advertiser_id'],
    place: sql`format('day %s of publisher %s, site %s, advertiser %s', day, publisher_id, site_id, advertiser_id)`,
    columns: ['hits', 'clicks', ...saleColumns],
    expected: sql`
      SELECT publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, site_id, advertiser_id, sum(payable) AS clicks,
        ${sum(['hits', ...saleColumns])}
      FROM rollup_hour WHERE ${hasTime('hour')} GROUP BY 1, 2, 3, 4`,
    found: sql`SELECT * FROM rollup_day WHERE ${hasDay('day')}`,
  })
}

const reportColumns = ['clicks', 'transactions', 'commission'] as const

/** Compares the rows of the reports with the days. */
export function buildReportCheck(scope: RollupScope): Check {
  const { hasDay } = buildBounds(scope)
  return buildComparison({
    kind: 'roll-up by report',
    key: ['publisher_id', 'type', 'day', 'group_id'],
    place: sql`format('report by %s of publisher %s on %s, group %s', type, publisher_id, day, group_id)`,
    columns: reportColumns,
    expected: sql`
      SELECT publisher_id, (CASE WHEN grouping(site_id) = 0 THEN 'site' WHEN grouping(advertiser_id) = 0
          THEN 'advertiser' ELSE 'date' END)::report_type AS type, day,
        coalesce(site_id, advertiser_id, 0) AS group_id, ${sum(reportColumns)}
      FROM rollup_day WHERE ${hasDay('day')}
      GROUP BY publisher_id, day, GROUPING SETS ((site_id), (advertiser_id), ())`,
    found: sql`SELECT * FROM rollup_report WHERE ${hasDay('day')}`,
  })
}

const advertiserColumns = ['clicks', ...saleColumns] as const

/** Compares the days of an advertiser with the days of its publishers' sites. */
export function buildAdvertiserCheck(scope: RollupScope): Check {
  const { hasDay } = buildBounds(scope)
  return buildComparison({
    kind: 'roll-up by advertiser',
    key: ['publisher_id', 'day', 'advertiser_id'],
    place: sql`format('day %s of publisher %s at advertiser %s', day, publisher_id, advertiser_id)`,
    columns: advertiserColumns,
    expected: sql`
      SELECT publisher_id, advertiser_id, day, ${sum(advertiserColumns)}
      FROM rollup_day WHERE ${hasDay('day')} AND advertiser_id <> 0 GROUP BY 1, 2, 3`,
    found: sql`SELECT * FROM rollup_advertiser WHERE ${hasDay('day')}`,
  })
}

/** Compares the days of an advertiser with those of its publishers. */
export function buildAdvertiserTotalCheck(scope: RollupScope): Check {
  const { hasDay } = buildBounds(scope)
  return buildComparison({
    kind: 'roll-up of all publishers by advertiser',
    key: ['advertiser_id', 'day'],
    place: sql`format('day %s of advertiser %s', day, advertiser_id)`,
    columns: advertiserColumns,
    expected: sql`
      SELECT advertiser_id, day, ${sum(advertiserColumns)} FROM rollup_advertiser WHERE ${hasDay('day')} GROUP BY 1, 2`,
    found: sql`SELECT * FROM rollup_advertiser_total WHERE ${hasDay('day')}`,
  })
}

function sum(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`sum(${sql.id(column)}) AS ${sql.id(column)}`))
}
