import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'

/** A day of one publisher in which an hour has changed. */
export interface ChangedDay {
  publisherId: bigint
  day: Day
}

/** The groups that the figures of a site and an advertiser count for: one of each type of report. */
const reportGroups = sql`
  LATERAL (
    VALUES ('site'::report_type, site_id), ('date', 0), ('advertiser', advertiser_id)
  ) AS unit (type, id)`

/**
 * Sums the given days into `rollup_report`. Writes the rows in the order in which reports read them, so that they are
 * stored together. Removes rows without a day.
 */
export async function writeReports(db: Db, changed: readonly ChangedDay[]): Promise<void> {
  const part = buildDays(changed)
  const daysOfPart = sql`days.publisher_id = part.publisher_id AND days.day = part.day`
  await sql`
    INSERT INTO rollup_report (publisher_id, type, day, group_id, clicks, transactions, commission)
    SELECT part.publisher_id, unit.type, part.day, unit.id,
      sum(clicks)::bigint, sum(transactions)::bigint, sum(commission)::bigint
    FROM ${part} JOIN rollup_day AS days ON ${daysOfPart}, ${reportGroups}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (publisher_id, type, day, group_id)
    DO UPDATE SET ${buildUpdate('rollup_report', ['clicks', 'transactions', 'commission'])}`.execute(db)
  await sql`
    DELETE FROM rollup_report AS report USING ${part}
    WHERE report.publisher_id = part.publisher_id AND report.day = part.day AND NOT EXISTS (
      SELECT FROM rollup_day AS days, ${reportGroups}
      WHERE ${daysOfPart} AND unit.type = report.type AND unit.id = report.group_id
    )`.execute(db)
}

/** Sums columns, in their order. */
export function sumColumns(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`sum(${sql.id(column)})::bigint`))
}

/** Builds a `SET` of the columns to their new values. Skips rows that do not change. */
export function buildUpdate(table: string, columns: readonly string[]): RawBuilder<unknown> {
  const assignments = sql.join(columns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`))
  const present = sql.join(columns.map((column) => sql.id(table, column)))
  const wanted = sql.join(columns.map((column) => sql.id('excluded', column)))
  return sql`${assignments} WHERE (${present}) IS DISTINCT FROM (${wanted})`
}

/** Builds the days, each once, as a table expression: `part (publisher_id, day)`. */
export function buildDays(changed: readonly ChangedDay[]): RawBuilder<unknown> {
  const unique = [...new Map(changed.map((entry) => [`${entry.publisherId} ${entry.day}`, entry])).values()]
  return sql`unnest(
    ${unique.map((entry) => entry.publisherId)}::bigint[], ${unique.map((entry) => entry.day)}::date[]
  ) AS part (publisher_id, day)`
}
