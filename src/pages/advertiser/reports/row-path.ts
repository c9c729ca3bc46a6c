import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { BrandReport, BrandReportRow } from '#domains/reports/contract/brand-report.ts'
import type { Measure } from '#domains/reports/rules/measures.ts'

const STATUSES: Partial<Record<Measure, string>> = {
  total_transactions: '',
  confirmed_transactions: 'CONFIRMED',
  cancelled_transactions: 'CANCELLED',
}

/**
 * Builds the address of the transactions that a number counts. Undefined for clicks, for quotients, and for sub ids, by
 * which transactions are not listed.
 */
export function buildRowsPath(report: BrandReport, row: BrandReportRow | undefined, measure: Measure) {
  const status = STATUSES[measure]
  if (status === undefined || (row && report.group === 'sub_id')) return undefined
  const publisher = row?.publisher ?? report.publisher
  const search = new URLSearchParams({ date_type: 'click_date', ...getDays(report, row) })
  if (status !== '') search.set('status', status)
  if (publisher) search.set('publisher_id', String(publisher.id))
  if (row && report.group === 'site') search.set('site_id', row.unit)
  return `/brand/transactions?${search.toString()}`
}

/** Gets the days of a row; those of a month end with the report. */
function getDays({ group, begin, end }: BrandReport, row: BrandReportRow | undefined): { begin: Day; end: Day } {
  if (row && group === 'day') return { begin: row.unit, end: row.unit }
  if (!row || group !== 'month') return { begin, end }
  const last = addDays(`${addDays(row.unit, 31).slice(0, 7)}-01`, -1)
  return { begin: row.unit < begin ? begin : row.unit, end: last > end ? end : last }
}
