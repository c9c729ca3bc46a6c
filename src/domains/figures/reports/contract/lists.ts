import type { List } from '#kernel/list-query.ts'
import { MEASURE_NAMES } from '#kernel/measures.ts'
import { brandReportQuery, getBrandReportCall } from './brand-report.ts'

/** The report of the signed-in advertiser; its columns are measures. */
export const brandReportList: List = {
  name: 'brand-reports',
  path: '/brand/reports',
  access: getBrandReportCall.access,
  query: brandReportQuery,
  columns: MEASURE_NAMES,
  defaultColumns: [
    'click_count',
    'total_transactions',
    'order_value',
    'cost',
    'approval_rate',
    'conversion_rate',
    'roas',
  ],
}
