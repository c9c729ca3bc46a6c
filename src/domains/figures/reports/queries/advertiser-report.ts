import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { addDays, countDays } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { ReportGroup } from '../contract/vocabulary.ts'
import type { AdvertiserReportSort, ReportKind } from '../rules/advertiser-report.ts'
import { isOfOrders } from '../rules/advertiser-report.ts'
import type { OrderDimension } from '#domains/orders/transactions/contract/vocabulary.ts'
import { FIGURE_NAMES, NO_FIGURES } from '#kernel/measures.ts'
import type { FullFigures } from '#kernel/measures.ts'
import type { AdvertiserScope } from './advertiser-figures.ts'
import { writeMeasure } from './measure-sql.ts'
import { ORDER_DAY_FIGURES, selectOrderDays } from './order-days.ts'

/** The rows of a report of a brand. A report by sub id has a publisher. */
export interface AdvertiserReportQuery extends AdvertiserScope, ReportKind {
  publisherId?: bigint | undefined
  slot: number
}

/** A row with its names. */
export interface ReportGroupRow extends FullFigures {
  unit: string
  name: string
  publisherId: bigint | null
  publisherName: string | null
}

/** One page of a report with the totals of all pages. */
export interface AdvertiserReportPage {
  count: number
  totals: FullFigures
  rows: ReportGroupRow[]
}

const figures = sql.join(FIGURE_NAMES.map((name) => sql.ref(name)))
const sums = sql.join(FIGURE_NAMES.map((name) => sql`sum(${sql.ref(name)})::bigint AS ${sql.ref(name)}`))
const totalSums = sql.join(
  FIGURE_NAMES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(`total_${name}`)}`),
)
const hasFigures = sql`bool_or(clicks > 0 OR transactions > 0 OR cancelled_transactions > 0)`

/**
 * Reads one page of a report. A page beyond the end is the last page. Of publishers, who can be very many, all figures
 * are summed only for the page; the order of all needs one measure.
 */
export async function readAdvertiserReport(
  db: Db,
  { sort, page, ...query }: AdvertiserReportQuery & { sort: AdvertiserReportSort; page: Page },
): Promise<AdvertiserReportPage> {
  const { unit, source } = selectSource(query)
  const { names, joins } = getGrouping(query)
  const order = buildOrder(sort, query.group)
  const isSplit = query.group === 'publisher' && query.dateType === 'click_date'
  const ofPage = isSplit
    ? sql`CROSS JOIN LATERAL (SELECT ${sums} FROM ${source} AND ${unit} = part.unit) AS own`
    : sql``
  const { rows } = await sql<Partial<ReportGroupRow> & Record<string, bigint> & { count: number }>`
    WITH part AS MATERIALIZED (
      SELECT ${unit} AS unit, ${isSplit ? sql`` : sql`${sums},`} ${buildSortValue(sort)} AS sort_value
      FROM ${source} GROUP BY 1 HAVING ${hasFigures}
    ), total AS (
      SELECT count(*)::int AS count ${isSplit ? sql`` : sql`, ${totalSums}`} FROM part
    )
    SELECT total.*, named.* FROM total LEFT JOIN (
      SELECT part.unit::text AS unit, ${names}, ${figures}, place
      FROM (
        SELECT part.*, row_number() OVER (ORDER BY ${order}) AS place FROM part ORDER BY ${order} LIMIT ${page.size}
        OFFSET (
          SELECT least(${getOffset(page, Infinity)}, greatest(0, (count - 1) / ${page.size}) * ${page.size}) FROM total
        )
      ) AS part ${ofPage} ${joins}
    ) AS named ON true
    ORDER BY place`.execute(db)
  const [first] = rows
  if (!first) throw new Error('A report has totals even when it is empty')
  return {
    count: first.count,
    // A publisher can be in several groups, and counts in the totals once.
    totals: isSplit || query.group === 'group' ? await sumAdvertiserReport(db, query) : readTotals(first),
    rows: rows.filter((row): row is typeof row & ReportGroupRow => typeof row.unit === 'string'),
  }
}

function readTotals(row: Record<string, unknown>): FullFigures {
  const totals = { ...NO_FIGURES }
  for (const name of FIGURE_NAMES) {
    const value = row[`total${name.charAt(0).toUpperCase()}${name.slice(1)}`]
    if (typeof value === 'bigint') totals[name] = value
  }
  return totals
}

/** Sums up a whole report. */
async function sumAdvertiserReport(db: Db, query: AdvertiserReportQuery): Promise<FullFigures> {
  const { source } = selectSource({ ...query, group: getSummedGroup(query.group) })
  const { rows } = await sql<Record<string, bigint>>`SELECT ${totalSums} FROM ${source}`.execute(db)
  return readTotals(rows[0] ?? {})
}

/**
 * Gets the report with the fewest rows that adds up to the same. Publishers, groups and sites add up to the days, and
 * whatever orders say of themselves, each counts for one event.
 */
function getSummedGroup(group: ReportGroup): ReportGroup {
  if (isOfOrders(group)) return 'event'
  return group === 'group' || group === 'publisher' || group === 'site' ? 'day' : group
}

/** Reads the figures of some rows of a report by their unit. */
async function readAdvertiserGroups(
  db: Db,
  query: AdvertiserReportQuery,
  units: readonly string[],
): Promise<Map<string, FullFigures>> {
  const { unit, source } = selectSource(query)
  const ofUnits =
    query.group === 'publisher'
      ? sql`AND publisher_id = ANY(${units}::bigint[])`
      : isOfOrders(query.group)
        ? sql`WHERE value = ANY(${units})`
        : sql``
  const { rows } = await sql<FullFigures & { unit: string }>`
    SELECT ${unit}::text AS unit, ${sums} FROM ${source} ${ofUnits}
    GROUP BY 1 HAVING ${unit}::text = ANY(${units})`.execute(db)
  return new Map(rows.map((row) => [row.unit, row]))
}

/** Orders rows by a measure, the largest first and those without a value last; days and months newest first. */
function buildOrder(sort: AdvertiserReportSort, group: ReportGroup): RawBuilder<unknown> {
  const tie = group === 'day' || group === 'month' ? sql`part.unit DESC` : sql`part.unit`
  return sort === 'unit' ? tie : sql`part.sort_value DESC NULLS LAST, ${tie}`
}

/** Builds the measure of a group of rows that orders the report; null for an order by the unit. */
function buildSortValue(sort: AdvertiserReportSort): RawBuilder<unknown> {
  return sort === 'unit' ? sql`NULL::numeric` : writeMeasure(sort, (figure) => sql`sum(${sql.ref(figure)})`)
}

interface Grouping {
  names: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

const unnamed: Grouping = {
  names: sql`part.unit::text AS name, NULL::bigint AS publisher_id, NULL::text AS publisher_name`,
  joins: sql``,
}

function getGrouping({ group, advertiserId }: AdvertiserReportQuery): Grouping {
  if (group === 'rule') return ofRules
  if (group !== 'promotion') return groupings[group] ?? unnamed
  // A link can name a promotion of another advertiser.
  return {
    ...unnamed,
    names: sql`coalesce(promotion.title, part.unit) AS name, NULL::bigint AS publisher_id,
      NULL::text AS publisher_name`,
    joins: sql`LEFT JOIN promotion
      ON promotion.id = nullif(part.unit, '')::bigint AND promotion.advertiser_id = ${advertiserId}`,
  }
}

/** Names a rule by the number of the version of the terms, not by its id: `2:3`. */
const ofRules: Grouping = {
  ...unnamed,
  names: sql`coalesce(terms.version || ':' || split_part(part.unit, ':', 2), '') AS name, NULL::bigint AS publisher_id,
    NULL::text AS publisher_name`,
  joins: sql`LEFT JOIN program_terms AS terms ON terms.id = nullif(split_part(part.unit, ':', 1), '')::bigint`,
}

const groupings: Partial<Record<ReportGroup, Grouping>> = {
  group: {
    names: sql`coalesce(publisher_group.name, '') AS name, NULL::bigint AS publisher_id, NULL::text AS publisher_name`,
    joins: sql`LEFT JOIN publisher_group ON publisher_group.id = nullif(part.unit, '')::bigint`,
  },
  publisher: {
    names: sql`coalesce(publisher.name, part.unit::text) AS name, part.unit AS publisher_id,
      coalesce(publisher.name, part.unit::text) AS publisher_name`,
    joins: sql`LEFT JOIN publisher ON publisher.id = part.unit`,
  },
  site: {
    names: sql`coalesce(site.name, part.unit::text) AS name, site.publisher_id, publisher.name AS publisher_name`,
    joins: sql`LEFT JOIN site ON site.id = part.unit LEFT JOIN publisher ON publisher.id = site.publisher_id`,
  },
}

const units: Record<Exclude<ReportGroup, OrderDimension>, RawBuilder<unknown>> = {
  day: sql`day`,
  month: sql`date_trunc('month', day::timestamp)::date`,
  publisher: sql`publisher_id`,
  group: sql`group_id`,
  site: sql`site_id`,
  sub_id: sql`sub_id`,
}

/** Figures that a roll-up does not count are zero. */
const uncounted = sql`0 AS cancelled_transactions, 0 AS order_value, 0 AS confirmed_transactions,
  0 AS confirmed_order_value, 0 AS confirmed_commission, 0 AS fee`

/** Selects the days of the publishers with each of their groups in the programme; without one, the group is empty. */
function selectGroups({ advertiserId }: AdvertiserReportQuery, days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(member.group_id::text, '') AS group_id, ${figures}
    FROM (
      SELECT publisher_id, ${sums} FROM ${days} AS own GROUP BY 1
    ) AS days
    LEFT JOIN (
      SELECT publisher_id, group_id FROM publisher_group_member
      JOIN publisher_group ON publisher_group.id = group_id JOIN program ON program.id = publisher_group.program_id
      WHERE program.advertiser_id = ${advertiserId}
    ) AS member USING (publisher_id)
  ) AS grouped`
}

/** Selects the roll-up rows of a report with the smallest number of rows. */
function selectSource(query: AdvertiserReportQuery) {
  const { group, dateType, advertiserId, publisherId, range, slot } = query
  const inScope = sql`advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until}`
  const ofPublisher = publisherId === undefined ? sql`true` : sql`publisher_id = ${publisherId}`
  if (isOfOrders(group)) {
    const counted = sql`SELECT value, ${ORDER_DAY_FIGURES} FROM rollup_order`
    return { unit: sql`value`, source: sql`(${counted} WHERE ${inScope} AND dimension = ${group}) AS counted` }
  }
  const unit = units[group]
  const orderDays = dateType === 'transaction_date' ? selectOrderDays(query) : undefined
  if (group === 'group') {
    // Of its own, so that PostgreSQL reads it by day and not in the order of the publishers.
    const days = orderDays ?? sql`(SELECT * FROM rollup_advertiser WHERE ${inScope} OFFSET 0)`
    return { unit, source: selectGroups(query, days) }
  }
  if (orderDays) return { unit, source: sql`${orderDays} AS counted WHERE true` }
  if (group === 'sub_id') {
    const counted = sql`SELECT sub_id, clicks, transactions, commission, ${uncounted} FROM rollup_sub_id`
    return { unit, source: sql`(${counted} WHERE ${inScope} AND ${ofPublisher} AND slot = ${slot}) AS tagged` }
  }
  if (group === 'site') return { unit, source: sql`rollup_day WHERE ${inScope} AND ${ofPublisher}` }
  if (group === 'publisher' || publisherId !== undefined) {
    return { unit, source: sql`rollup_advertiser WHERE ${inScope} AND ${ofPublisher}` }
  }
  return { unit, source: sql`rollup_advertiser_total WHERE ${inScope}` }
}

/** Reads one page of a report, its totals, and the same of the period before. */
export async function readComparedReport(
  db: Db,
  query: AdvertiserReportQuery & { before: DayRange; sort: AdvertiserReportSort; page: Page; isCompared: boolean },
) {
  const { before, isCompared } = query
  const ofBefore = { ...query, range: before }
  const [page, totalsBefore] = await Promise.all([readAdvertiserReport(db, query), sumAdvertiserReport(db, ofBefore)])
  if (!isCompared) return { page, totalsBefore, groupsBefore: undefined }
  const unitsBefore = page.rows.map(({ unit }) => getUnitBefore(query.group, unit, query.range))
  const found = await readAdvertiserGroups(db, ofBefore, unitsBefore)
  return { page, totalsBefore, groupsBefore: unitsBefore.map((unit) => found.get(unit) ?? NO_FIGURES) }
}

/** Finds the unit with which a row is compared: for a day that many days earlier, otherwise itself. */
function getUnitBefore(group: ReportGroup, unit: string, range: DayRange): string {
  return group === 'day' ? addDays(unit, -countDays(range)) : unit
}
