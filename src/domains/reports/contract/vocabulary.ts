/** What one row of a report stands for. */
export const REPORT_TYPES = ['site', 'date', 'advertiser'] as const

/** One of `REPORT_TYPES`. */
export type ReportType = (typeof REPORT_TYPES)[number]

/** What the rows of a report are ordered by, largest first. */
export const REPORT_SORTS = ['click_count', 'total_transactions', 'commission'] as const

/** One of `REPORT_SORTS`. */
export type ReportSort = (typeof REPORT_SORTS)[number]

/** Rows per page when nothing is chosen (specification 2, section 9). */
export const DEFAULT_REPORT_SIZE = 20

/** The order when nothing is chosen (specification 2, section 9). */
export function defaultSort(type: ReportType): ReportSort {
  return type === 'date' ? 'commission' : 'click_count'
}
