import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Amount } from '#kernel/money.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { ReportSort } from '../contract/vocabulary.ts'
import type { Figures } from '#kernel/measures.ts'
import type { DayFigures, PerformanceGroup, PerformancePage } from '../rules/performance.ts'
import type { ReportQuery, ReportScope } from '../rules/performance.ts'
import { selectFigures } from './report-source.ts'

const columns: Record<ReportSort, RawBuilder<unknown>> = {
  click_count: sql.ref('clicks'),
  total_transactions: sql.ref('transactions'),
  commission: sql.ref('commission'),
}

/**
 * Reads one page of a publisher's report, without the groups that have neither clicks nor transactions. A page beyond
 * the end is the last page.
 */
export async function readPerformance(
  db: Db,
  { sort, page, ...query }: ReportQuery & { sort: ReportSort; page: Page },
): Promise<PerformancePage> {
  const { unit, name, key, joins, tie, source, progress } = selectFigures(query)
  const order = sql`${columns[sort]} DESC, ${tie}`
  const { rows } = await sql<PerformanceRow>`
    WITH part AS MATERIALIZED (
      SELECT ${unit} AS unit, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
        sum(commission)::bigint AS commission
      FROM ${source} GROUP BY 1 HAVING sum(clicks) > 0 OR sum(transactions) > 0
    ), total AS (
      SELECT count(*)::int AS count, coalesce(sum(clicks), 0)::bigint AS total_clicks,
        coalesce(sum(transactions), 0)::bigint AS total_transactions,
        coalesce(sum(commission), 0)::bigint AS total_commission,
        (SELECT rebuilt_until FROM rollup_progress WHERE name = ${progress}) AS as_of
      FROM part
    )
    SELECT total.*, named.* FROM total LEFT JOIN (
      SELECT part.*, ${name} AS name, ${key} AS key
      FROM (
        SELECT * FROM part ORDER BY ${order} LIMIT ${page.size}
        OFFSET (
          SELECT least(${getOffset(page, Infinity)}, greatest(0, (count - 1) / ${page.size}) * ${page.size}) FROM total
        )
      ) AS part ${joins}
    ) AS named ON true
    ORDER BY ${order}`.execute(db)
  const [first] = rows
  if (!first) throw new Error('A report has totals even when it is empty')
  return {
    count: first.count,
    totals: { clicks: first.totalClicks, transactions: first.totalTransactions, commission: first.totalCommission },
    asOf: first.asOf,
    groups: rows.filter((row) => row.unit !== null).map((row) => ({ ...row, unit: String(row.unit) })),
  }
}

interface PerformanceRow extends Omit<PerformanceGroup, 'unit'> {
  unit: bigint | string | null
  count: number
  totalClicks: bigint
  totalTransactions: bigint
  totalCommission: Amount
  asOf: Date | null
}

/** Reads groups of a report by their unit: those after the unit `after`, or from the first. */
export async function listGroupsByUnit(
  db: Db,
  query: ReportQuery,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PerformanceGroup[]> {
  const { unit, name, key, joins, source } = selectFigures(query)
  const isAfter = after === undefined ? sql`true` : sql`${unit} > ${after}`
  const { rows } = await sql<PerformanceGroup>`
    SELECT part.clicks, part.transactions, part.commission, part.unit::text AS unit, ${name} AS name, ${key} AS key
    FROM (
      SELECT ${unit} AS unit, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
        sum(commission)::bigint AS commission
      FROM ${source} GROUP BY 1 HAVING (sum(clicks) > 0 OR sum(transactions) > 0) AND ${isAfter}
      ORDER BY 1 LIMIT ${limit}
    ) AS part ${joins}
    ORDER BY part.unit`.execute(db)
  return rows
}

/** Reads the figures of some groups of a report by their unit. */
export async function readGroupFigures(
  db: Db,
  query: ReportQuery,
  units: readonly string[],
): Promise<Map<string, Figures>> {
  const { unit, source } = selectFigures(query)
  const { rows } = await sql<Figures & { unit: string }>`
    SELECT ${unit}::text AS unit, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
      sum(commission)::bigint AS commission
    FROM ${source} GROUP BY 1 HAVING ${unit}::text = ANY(${units})`.execute(db)
  return new Map(rows.map((row) => [row.unit, row]))
}

/** Sums up all figures of a report. */
export async function readTotals(db: Db, query: ReportQuery): Promise<Figures> {
  const { source } = selectFigures(query)
  const { rows } = await sql<Figures>`
    SELECT coalesce(sum(clicks), 0)::bigint AS clicks, coalesce(sum(transactions), 0)::bigint AS transactions,
      coalesce(sum(commission), 0)::bigint AS commission FROM ${source}`.execute(db)
  return rows[0] ?? { clicks: 0n, transactions: 0n, commission: 0n }
}

/** Lists a publisher's figures by day, in order. Days without figures are missing. */
export async function listPerformanceDays(db: Db, scope: ReportScope): Promise<DayFigures[]> {
  const { source } = selectFigures({ ...scope, type: 'date' })
  const { rows } = await sql<DayFigures>`
    SELECT day, sum(clicks)::bigint AS clicks, sum(transactions)::bigint AS transactions,
      sum(commission)::bigint AS commission
    FROM ${source} GROUP BY day ORDER BY day`.execute(db)
  return rows
}
