import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { VERDICTS } from '#domains/tracking/contract.ts'
import type { ReportSort, ReportType } from './contract/vocabulary.ts'
import type { DayFigures, PerformanceGroup, PerformancePage } from './rules/performance.ts'

/** The publisher and the days of a report. */
export interface ReportScope {
  publisherId: bigint
  range: DayRange
}

const columns: Record<ReportSort, RawBuilder<unknown>> = {
  click_count: sql.ref('clicks'),
  total_transactions: sql.ref('transactions'),
  commission: sql.ref('commission'),
}

/** The grouping and the names of each type of report. `tie` orders rows with equal figures. */
const groupings: Record<ReportType, Record<'unit' | 'name' | 'key' | 'joins' | 'tie', RawBuilder<unknown>>> = {
  date: { unit: sql`day`, name: sql`part.unit::text`, key: sql`part.unit::text`, joins: sql``, tie: sql`unit DESC` },
  site: {
    unit: sql`group_id`,
    name: sql`coalesce(site.name, part.unit::text)`,
    key: sql`coalesce(site.key, '')`,
    joins: sql`LEFT JOIN site ON site.id = part.unit`,
    tie: sql`unit`,
  },
  advertiser: {
    unit: sql`group_id`,
    name: sql`coalesce(advertiser.name, part.unit::text)`,
    key: sql`part.unit::text`,
    joins: sql`LEFT JOIN advertiser ON advertiser.id = part.unit`,
    tie: sql`unit`,
  },
}

/** Reads one page of a publisher's report, without the groups that have neither clicks nor transactions. */
export async function readPerformance(
  db: Db,
  { publisherId, range, type, sort, page }: ReportScope & { type: ReportType; sort: ReportSort; page: Page },
): Promise<PerformancePage> {
  const { unit, name, key, joins, tie } = groupings[type]
  const order = sql`${columns[sort]} DESC, ${tie}`
  const { rows } = await sql<PerformanceRow>`
    WITH part AS MATERIALIZED (
      SELECT ${unit} AS unit, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
        sum(commission)::bigint AS commission
      FROM rollup_report
      WHERE publisher_id = ${publisherId} AND type = ${type} AND day >= ${range.from} AND day < ${range.until}
      GROUP BY 1 HAVING sum(clicks) > 0 OR sum(transactions) > 0
    ), total AS (
      SELECT count(*)::int AS count, coalesce(sum(clicks), 0)::bigint AS total_clicks,
        coalesce(sum(transactions), 0)::bigint AS total_transactions,
        coalesce(sum(commission), 0)::bigint AS total_commission,
        (SELECT rebuilt_until FROM rollup_progress WHERE name = 'rollups') AS as_of
      FROM part
    )
    SELECT total.*, named.* FROM total LEFT JOIN (
      SELECT part.*, ${name} AS name, ${key} AS key
      FROM (SELECT * FROM part ORDER BY ${order} LIMIT ${page.size} OFFSET ${getOffset(page)}) AS part ${joins}
    ) AS named ON true
    ORDER BY ${order}`.execute(db)
  const [first] = rows
  if (!first) throw new Error('A report has totals even when it is empty')
  return {
    count: first.count,
    totals: { clicks: first.totalClicks, transactions: first.totalTransactions, commission: first.totalCommission },
    asOf: first.asOf,
    groups: rows.filter((row) => row.unit !== null),
  }
}

interface PerformanceRow extends PerformanceGroup {
  unit: bigint | string | null
  count: number
  totalClicks: bigint
  totalTransactions: bigint
  totalCommission: Amount
  asOf: Date | null
}

/** Lists a publisher's figures by day, in order. Days without figures are missing. */
export async function listPerformanceDays(db: Db, scope: ReportScope): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    SELECT day, clicks, transactions, commission FROM rollup_report
    WHERE publisher_id = ${scope.publisherId} AND type = 'date'
      AND day >= ${scope.range.from} AND day < ${scope.range.until}
    ORDER BY day`.execute(db)
  return rows
}

/** A group whose roll-up differs from its clicks and transactions. */
export interface RollupDifference {
  grain: 'hour' | 'day' | 'report'
  publisherId: bigint
  at: string
  /** Null in a difference of a report by advertiser or date. */
  siteId: bigint | null
  /** Null in a difference of a report by site or date. */
  advertiserId: bigint | null
}

/** Compares every roll-up with its source and lists the differences. It reads all clicks and transactions. */
export async function listRollupDifferences(db: Db): Promise<RollupDifference[]> {
  const { rows } = await sql<RollupDifference>`
    WITH hit AS (
      SELECT publisher_id, date_trunc('hour', clicked_at, 'UTC') AS hour, site_id, advertiser_id, count(*) AS hits,
        ${sql.join(VERDICTS.map((verdict) => sql`count(*) FILTER (WHERE verdict = ${verdict}) AS ${sql.id(verdict)}`))}
      FROM click GROUP BY 1, 2, 3, 4
    ), sale AS (
      SELECT sold.publisher_id, date_trunc('hour', clicked_at, 'UTC') AS hour, site_id, sold.advertiser_id,
        count(*) FILTER (WHERE status <> 'CANCELLED') AS transactions,
        count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled_transactions,
        sum(state.order_value) FILTER (WHERE status <> 'CANCELLED') AS order_value,
        sum(state.commission) FILTER (WHERE status <> 'CANCELLED') AS commission
      FROM transaction AS sold JOIN transaction_state AS state
        ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
      GROUP BY 1, 2, 3, 4
    ), wanted AS (
      SELECT publisher_id, hour, site_id, advertiser_id, ${sql.join(summedColumns.map(coalesceColumn))}
      FROM hit FULL JOIN sale USING (publisher_id, hour, site_id, advertiser_id)
    ), wanted_day AS (
      SELECT publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, site_id, advertiser_id, sum(hits)::bigint AS hits,
        sum(payable)::bigint AS clicks, ${sql.join(transactionColumns.map(sumColumn))}
      FROM wanted GROUP BY 1, 2, 3, 4
    ), wanted_report AS (
      SELECT publisher_id, (CASE WHEN grouping(site_id) = 0 THEN 'site' WHEN grouping(advertiser_id) = 0
          THEN 'advertiser' ELSE 'date' END)::report_type AS type, day, coalesce(site_id, advertiser_id, 0) AS group_id,
        ${sql.join(['clicks', 'transactions', 'commission'].map(sumColumn))}
      FROM wanted_day GROUP BY publisher_id, day, GROUPING SETS ((site_id), (advertiser_id), ())
    )
    SELECT DISTINCT 'hour' AS grain, publisher_id, hour::text AS at, site_id, advertiser_id FROM (
      (TABLE wanted EXCEPT ALL TABLE rollup_hour) UNION ALL (TABLE rollup_hour EXCEPT ALL TABLE wanted)
    ) AS different
    UNION ALL
    SELECT DISTINCT 'day', publisher_id, day::text, site_id, advertiser_id FROM (
      (TABLE wanted_day EXCEPT ALL TABLE rollup_day) UNION ALL (TABLE rollup_day EXCEPT ALL TABLE wanted_day)
    ) AS different
    UNION ALL
    SELECT DISTINCT 'report', publisher_id, day::text, CASE type WHEN 'site' THEN group_id END,
      CASE type WHEN 'advertiser' THEN group_id END
    FROM (
      (TABLE wanted_report EXCEPT ALL TABLE rollup_report) UNION ALL
      (TABLE rollup_report EXCEPT ALL TABLE wanted_report)
    ) AS different`.execute(db)
  return rows
}

const transactionColumns = ['transactions', 'cancelled_transactions', 'order_value', 'commission']
const summedColumns = ['hits', ...VERDICTS, ...transactionColumns]

function coalesceColumn(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.id(column)}, 0)::bigint AS ${sql.id(column)}`
}

function sumColumn(column: string): RawBuilder<unknown> {
  return sql`sum(${sql.id(column)})::bigint AS ${sql.id(column)}`
}

/** Tells whether the roll-ups contain a hit on any link of a publisher. */
export async function hasHits(db: Db, { publisherId }: { publisherId: bigint }): Promise<boolean> {
  const row = await db
    .selectFrom('rollupDay')
    .select('day')
    .where('publisherId', '=', publisherId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
