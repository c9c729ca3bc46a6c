import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { BrandReport, BrandReportRow } from '#domains/reports/contract/brand-report.ts'
import type { BrandGroup } from '#domains/reports/contract/vocabulary.ts'
import { isOfOrders } from '#domains/reports/rules/brand-report.ts'
import type { Measure } from '#domains/reports/rules/measures.ts'

const STATUSES: Partial<Record<Measure, string>> = {
  total_transactions: '',
  confirmed_transactions: 'CONFIRMED',
  cancelled_transactions: 'CANCELLED',
  // The sums of the list leave cancelled transactions out, as these measures do.
  order_value: '',
  commission: '',
  cost: '',
  fee: 'CONFIRMED',
}

/**
 * Builds the address of what a number counts: of transactions or of money the transactions, of clicks the days of the
 * publisher. Undefined for quotients, and for what transactions are not listed by.
 */
export function buildRowsPath(report: BrandReport, row: BrandReportRow | undefined, measure: Measure) {
  if (measure === 'click_count') return row && buildDaysPath(report, row)
  const status = STATUSES[measure]
  if (status === undefined || !isListed(report, row)) return undefined
  const publisher = row?.publisher ?? report.publisher
  const search = new URLSearchParams({ date_type: 'click_date', ...getDays(report, row) })
  if (status !== '') search.set('status', status)
  if (publisher) search.set('publisher_id', String(publisher.id))
  if (row && report.group === 'site') search.set('site_id', row.unit)
  return `/brand/transactions?${search.toString()}`
}

/** What transactions are not listed by. */
const UNLISTED: readonly BrandGroup[] = ['sub_id', 'group']

/** Whether the transactions of a row, or of the totals, can be listed by the day of the click. */
function isListed({ group }: BrandReport, row: BrandReportRow | undefined): boolean {
  return !isOfOrders(group) && !(row && UNLISTED.includes(group))
}

function buildDaysPath({ begin, end }: BrandReport, { publisher }: BrandReportRow): string | undefined {
  if (!publisher) return undefined
  return `/brand/reports?${new URLSearchParams({ group: 'day', begin, end, publisher_id: String(publisher.id) })}`
}

/** Gets the days of a row; those of a month end with the report. */
function getDays({ group, begin, end }: BrandReport, row: BrandReportRow | undefined): { begin: Day; end: Day } {
  if (row && group === 'day') return { begin: row.unit, end: row.unit }
  if (!row || group !== 'month') return { begin, end }
  const last = addDays(`${addDays(row.unit, 31).slice(0, 7)}-01`, -1)
  return { begin: row.unit < begin ? begin : row.unit, end: last > end ? end : last }
}
