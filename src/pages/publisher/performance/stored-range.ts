import { leadToFilterTime } from '#platform/web/filter-time.ts'
import { MAX_SUB_ID_DAYS } from '#domains/figures/reports/contract/vocabulary.ts'
import type { ReportType } from '#domains/figures/reports/contract/vocabulary.ts'

/** The longest range that a report accepts from the stored one. */
export function getMaxDays(type: ReportType | 'sub_id'): number {
  return type === 'sub_id' ? MAX_SUB_ID_DAYS : Infinity
}

/** For the `clientLoader` of a report: leads to the stored range. */
export function leadToStoredRange(request: Request, type: ReportType | 'sub_id'): void {
  leadToFilterTime(request, getMaxDays(type))
}
