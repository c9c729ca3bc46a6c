import { ORDER_DIMENSIONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import type { OrderDimension } from '#domains/orders/transactions/contract/vocabulary.ts'
import { invalidField } from '#kernel/errors.ts'
import { MAX_SUB_ID_DAYS } from '../contract/vocabulary.ts'
import type { DateType, ReportGroup } from '../contract/vocabulary.ts'
import { MEASURE_NAMES, getDefinition } from '#kernel/measures.ts'
import type { FullFigures, Measure } from '#kernel/measures.ts'
import { MAX_REPORT_DAYS } from './performance.ts'

/** The orders of the rows: by the unit, or a measure with the largest first. */
export const ADVERTISER_REPORT_SORTS = ['unit', ...MEASURE_NAMES] as const

/** One of `BRAND_SORTS`. */
export type AdvertiserReportSort = (typeof ADVERTISER_REPORT_SORTS)[number]

/** The longest range of a report with a row for each publisher or site, which reads each of their days. */
export const MAX_PUBLISHER_DAYS = 92

/** The longest range of each report. */
export const MAX_ADVERTISER_DAYS: Record<ReportGroup, number> = {
  day: MAX_REPORT_DAYS,
  month: MAX_REPORT_DAYS,
  publisher: MAX_PUBLISHER_DAYS,
  group: MAX_PUBLISHER_DAYS,
  site: MAX_PUBLISHER_DAYS,
  sub_id: MAX_SUB_ID_DAYS,
  promotion: MAX_PUBLISHER_DAYS,
  coupon: MAX_PUBLISHER_DAYS,
  country: MAX_REPORT_DAYS,
  device: MAX_REPORT_DAYS,
  customer: MAX_REPORT_DAYS,
  event: MAX_REPORT_DAYS,
  rule: MAX_REPORT_DAYS,
}

/** What the roll-up of sub ids counts. */
const SUB_ID_FIGURES: readonly (keyof FullFigures)[] = ['clicks', 'transactions', 'commission']

/** Tells whether a report counts orders on their own day, and no clicks. */
export function isOfOrders(group: ReportGroup): group is OrderDimension {
  return ORDER_DIMENSIONS.some((each) => each === group)
}

/** Tells whether the rows of a report leave the choice of the day on which orders count. Sub ids belong to clicks. */
export function hasDateTypes(group: ReportGroup): boolean {
  return !isOfOrders(group) && group !== 'sub_id'
}

/** Gets the day on which a report counts orders: where its rows leave the choice the wanted one. */
export function getDateType(group: ReportGroup, wanted: DateType = 'click_date'): DateType {
  if (isOfOrders(group)) return 'transaction_date'
  return hasDateTypes(group) ? wanted : 'click_date'
}

/** What the rows of a report are, and on which day they count orders. */
export interface ReportKind {
  group: ReportGroup
  dateType: DateType
}

/** Lists the measures that a report knows. By order day nothing is divided by clicks, which are of other days. */
export function listMeasures(kind: ReportKind): Measure[] {
  return MEASURE_NAMES.filter((measure) => {
    const { of, per = [] } = getDefinition(measure)
    return [...of, ...per].every((name) => isCounted(kind, name))
  })
}

function isCounted({ group, dateType }: ReportKind, name: keyof FullFigures): boolean {
  if (group === 'sub_id') return SUB_ID_FIGURES.includes(name)
  return name !== 'clicks' || dateType === 'click_date'
}

/** Gets the order of a report by default. */
export function getDefaultSort(group: ReportGroup): AdvertiserReportSort {
  if (group === 'sub_id') return 'commission'
  return group === 'day' || group === 'month' ? 'unit' : 'order_value'
}

/**
 * Refuses a report by sub id without a publisher, because sub ids of different publishers mean different things, and
 * the reports of orders and of groups with one, because they are counted over all publishers.
 */
export function checkPublisher(group: ReportGroup, publisherId: bigint | undefined): void {
  if (group === 'sub_id' && publisherId === undefined) {
    throw invalidField('publisher_id', { code: 'report.publisher_needed' })
  }
  if ((group === 'group' || isOfOrders(group)) && publisherId !== undefined) {
    throw invalidField('publisher_id', { code: 'report.all_publishers' })
  }
}
