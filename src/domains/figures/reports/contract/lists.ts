import type { List } from '#kernel/list-query.ts'
import { MEASURE_NAMES } from '#kernel/measures.ts'
import { advertiserReportQuery, getAdvertiserReportCall } from './advertiser-report.ts'

/** The report of the signed-in advertiser; its columns are measures. */
export const advertiserReportList: List = {
  name: 'brand-reports',
  path: '/brand/reports',
  access: getAdvertiserReportCall.access,
  query: advertiserReportQuery,
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
