import { ORDER_DIMENSIONS } from '#domains/orders/transactions/contract/vocabulary.ts'

/** The kinds of reports: one row per site, day or advertiser. */
export const REPORT_TYPES = ['site', 'date', 'advertiser'] as const

/** One of `REPORT_TYPES`. */
export type ReportType = (typeof REPORT_TYPES)[number]

/** What the rows of a report of a brand are. The `ORDER_DIMENSIONS` count orders on their day, and no clicks. */
export const ADVERTISER_REPORT_GROUPS = [
  'day',
  'month',
  'publisher',
  'group',
  'site',
  'sub_id',
  ...ORDER_DIMENSIONS,
] as const

/** One of `BRAND_GROUPS`. */
export type ReportGroup = (typeof ADVERTISER_REPORT_GROUPS)[number]

/** The days on which a report of a brand counts an order: that of its click, or that of the order. */
export const DATE_TYPES = ['click_date', 'transaction_date'] as const

/** One of `DATE_TYPES`. */
export type DateType = (typeof DATE_TYPES)[number]

/** The figures that can order the rows of a report, largest first. */
export const REPORT_SORTS = ['click_count', 'total_transactions', 'commission'] as const

/** One of `REPORT_SORTS`. */
export type ReportSort = (typeof REPORT_SORTS)[number]

/** The sub ids of a link, by number. */
export const SUB_ID_SLOTS = [1, 2, 3, 4, 5] as const

/** The number of sub ids that are counted one by one for each publisher, slot and day. The others share one row. */
export const MAX_SUB_IDS = 10_000

/** The longest range of the report by sub id. */
export const MAX_SUB_ID_DAYS = 92

/** A site needs attention after this many days without a click. */
export const IDLE_DAYS = 30

/** Rows per page by default (specification 2, section 9). */
export const DEFAULT_REPORT_SIZE = 20

/** Gets the default order of a report (specification 2, section 9). */
export function defaultSort(type: ReportType | 'sub_id'): ReportSort {
  return type === 'date' ? 'commission' : 'click_count'
}
