import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { AdvertiserReport, AdvertiserReportRow } from '#domains/figures/reports/contract/advertiser-report.ts'
import { isOfOrders } from '#domains/figures/reports/rules/advertiser-report.ts'
import type { Measure } from '#kernel/measures.ts'

/** The status of the transactions that each measure counts; of a quotient those above the line. */
const STATUSES: Record<Exclude<Measure, 'click_count'>, string> = {
  total_transactions: 'NOT_CANCELLED',
  order_value: 'NOT_CANCELLED',
  commission: 'NOT_CANCELLED',
  cost: 'NOT_CANCELLED',
  conversion_rate: 'NOT_CANCELLED',
  epc: 'NOT_CANCELLED',
  average_order_value: 'NOT_CANCELLED',
  roas: 'NOT_CANCELLED',
  fee: 'CONFIRMED',
  confirmed_transactions: 'CONFIRMED',
  approval_rate: 'CONFIRMED',
  net_roas: 'CONFIRMED',
  cancelled_transactions: 'CANCELLED',
  reversal_rate: 'CANCELLED',
}

/**
 * Builds the address of what a number counts: of transactions or of money the transactions, of clicks the days of the
 * publisher. Undefined for the total of sub ids and for those that are not counted alone, which no filter names.
 */
export function buildRowsPath(report: AdvertiserReport, row: AdvertiserReportRow | undefined, measure: Measure) {
  if (measure === 'click_count') return row && buildDaysPath(report, row)
  if (report.group === 'sub_id' && !row?.unit) return undefined
  const publisher = row?.publisher ?? report.publisher
  const search = new URLSearchParams(report.date_type === 'click_date' ? 'date_type=click_date' : '')
  const listed = { ...getDays(report, row), status: STATUSES[measure] }
  for (const [name, value] of Object.entries(listed)) search.set(name, value)
  if (publisher) search.set('publisher_id', String(publisher.id))
  if (row) addPart(search, report, row)
  return `/brand/transactions?${search.toString()}`
}

function addPart(search: URLSearchParams, { group, slot }: AdvertiserReport, { unit }: AdvertiserReportRow): void {
  if (group === 'site') search.set('site_id', unit)
  const isPart = isOfOrders(group) || group === 'group' || group === 'sub_id'
  if (isPart) search.set('dimension', group === 'sub_id' ? `sub${slot}` : group)
  if (isPart && unit !== '') search.set('value', unit)
}

function buildDaysPath({ begin, end }: AdvertiserReport, { publisher }: AdvertiserReportRow): string | undefined {
  if (!publisher) return undefined
  return `/brand/reports?${new URLSearchParams({ group: 'day', begin, end, publisher_id: String(publisher.id) })}`
}

/** Gets the days of a row; those of a month end with the report. */
function getDays(
  { group, begin, end }: AdvertiserReport,
  row: AdvertiserReportRow | undefined,
): { begin: Day; end: Day } {
  if (row && group === 'day') return { begin: row.unit, end: row.unit }
  if (!row || group !== 'month') return { begin, end }
  const last = getLastDay(row.unit)
  return { begin: row.unit < begin ? begin : row.unit, end: last > end ? end : last }
}

/** Gets the last day of the month that begins on a day. */
function getLastDay(first: Day): Day {
  return addDays(getMonthAfter(first, 1), -1)
}

function getMonthAfter(first: Day, months: number): Day {
  let next = first
  for (let month = 0; month < months; month++) next = `${addDays(next, 31).slice(0, 7)}-01`
  return next
}

/** Builds the address of the orders from the clicks of the month that begins on a day. */
export function buildClickMonthPath(month: Day): string {
  const search = { date_type: 'click_date', begin: month, end: getLastDay(month), status: 'NOT_CANCELLED' }
  return `/brand/transactions?${new URLSearchParams(search)}`
}

/** The decided orders of a month: `from` and `until` are months between order and decision, half-open. */
export interface Decided {
  from: number
  until?: number
}

/** Builds the address of orders of the month that begins on a day, by their status and the month of their decision. */
export function buildCohortPath(month: Day, status?: string, decided?: Decided): string {
  const search = new URLSearchParams({ begin: month, end: getLastDay(month), ...(status && { status }) })
  if (decided) search.set('decided_begin', getMonthAfter(month, decided.from))
  if (decided?.until) search.set('decided_end', addDays(getMonthAfter(month, decided.until), -1))
  return `/brand/transactions?${search.toString()}`
}
