/** The kinds of reports: one row per site, day or advertiser. */
export const REPORT_TYPES = ['site', 'date', 'advertiser'] as const

/** One of `REPORT_TYPES`. */
export type ReportType = (typeof REPORT_TYPES)[number]

/** The figures that can order the rows of a report, largest first. */
export const REPORT_SORTS = ['click_count', 'total_transactions', 'commission'] as const

/** One of `REPORT_SORTS`. */
export type ReportSort = (typeof REPORT_SORTS)[number]

/** Rows per page by default (specification 2, section 9). */
export const DEFAULT_REPORT_SIZE = 20

/** Gets the default order of a report (specification 2, section 9). */
export function defaultSort(type: ReportType): ReportSort {
  return type === 'date' ? 'commission' : 'click_count'
}
