import { z } from 'zod'
import { Day, dayFilter } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { REPORT_PAGE_SIZES } from '#kernel/paging.ts'
import { MEASURE_NAMES } from '#kernel/measures.ts'
import { ADVERTISER_REPORT_SORTS } from '../rules/advertiser-report.ts'
import { Measures } from './advertiser.ts'
import { ADVERTISER_REPORT_GROUPS, DATE_TYPES, DEFAULT_REPORT_SIZE, SUB_ID_SLOTS } from './vocabulary.ts'

const slotError = coded('input.one_of', { name: 'slot', values: SUB_ID_SLOTS.join(', ') })
const sortError = coded('input.one_of', { name: 'sort', values: ADVERTISER_REPORT_SORTS.join(', ') })
const measureError = coded('input.one_of', { name: 'measure', values: MEASURE_NAMES.join(', ') })
const groupError = coded('input.one_of', { name: 'group', values: ADVERTISER_REPORT_GROUPS.join(', ') })
const dateTypeError = coded('input.one_of', { name: 'date_type', values: DATE_TYPES.join(', ') })

const reportFilter = {
  group: z.enum(ADVERTISER_REPORT_GROUPS, groupError).optional(),
  ...dayFilter,
  /** By which day the orders count, where the rows leave a choice; by default that of the click. */
  date_type: z.enum(DATE_TYPES, dateTypeError).optional(),
  /** Only the clicks of this publisher; a report by sub id has one. */
  publisher_id: Id.optional(),
  /** Which of the five sub ids a report by sub id counts. */
  slot: z.coerce
    .number<string | number>()
    .refine((slot) => SUB_ID_SLOTS.some((each) => each === slot), slotError)
    .optional(),
  sort: z.enum(ADVERTISER_REPORT_SORTS, sortError).optional(),
  /** `1` adds the period before to each row. */
  compare: z.enum(['0', '1']).optional(),
}

/** The search of a report of a brand. */
export const advertiserReportQuery = z.object({ ...reportFilter, ...pageQuery(REPORT_PAGE_SIZES, DEFAULT_REPORT_SIZE) })

/** A row: a day, a month, a publisher, a site with its publisher, or a sub id. */
const AdvertiserReportRow = z.object({
  /** The day, the first day of the month, the id, or the sub id; empty for all sub ids that are not counted alone. */
  unit: z.string(),
  /** The name of the publisher or of the site; else the unit. */
  name: z.string(),
  publisher: z.object({ id: z.number(), name: z.string() }).nullable(),
  figures: Measures,
  /** With `compare=1`: the same row in the period before. */
  previous: Measures.nullable(),
})

/** @see AdvertiserReportRow */
export type AdvertiserReportRow = z.infer<typeof AdvertiserReportRow>

/**
 * How the orders by day of the click and by day of the order of one period come about, without cancelled ones. By click
 * day there are `both` and `later`, by order day `both` and `earlier`. One without a click has its own day as both.
 */
const OrderDays = z.object({
  /** Clicked and placed in the period. */
  both: z.number().int(),
  /** Clicked in the period and placed after it. */
  later: z.number().int(),
  /** Placed in the period from clicks before it. */
  earlier: z.number().int(),
  /** They count everything before this time. */
  as_of: z.iso.datetime(),
})

/** A page of a report of a brand. */
export const AdvertiserReport = z.object({
  group: z.enum(ADVERTISER_REPORT_GROUPS),
  /** By which day the orders count. */
  date_type: z.enum(DATE_TYPES),
  sort: z.enum(ADVERTISER_REPORT_SORTS),
  /** The measures that this report knows; the others are null. */
  measures: z.array(z.enum(MEASURE_NAMES)),
  begin: Day,
  end: Day,
  today: Day,
  publisher: z.object({ id: z.number(), name: z.string() }).nullable(),
  slot: z.number().int(),
  /** Rows of all pages. */
  count: z.number().int(),
  rows: z.array(AdvertiserReportRow),
  totals: Measures,
  /** Null while days are not counted yet. */
  order_days: OrderDays.nullable(),
  /** The period of the same length before. */
  previous: z.object({ begin: Day, end: Day, totals: Measures }),
  currency: z.string(),
  /** The report counts everything before this time; null before the first pass. */
  as_of: z.iso.datetime().nullable(),
})

/** @see AdvertiserReport */
export type AdvertiserReport = z.infer<typeof AdvertiserReport>

/** Reads a report of the signed-in advertiser. Transactions count on the day that `date_type` says. */
export const getAdvertiserReportCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/report',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'My clicks, transactions, cost and ROAS by day, month, publisher, site or sub id',
  query: advertiserReportQuery,
  reply: z.object({ success: z.literal(true), data: AdvertiserReport }),
})

/** All rows of the report of the same query as CSV. */
export const downloadAdvertiserReportCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/report/download',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The report of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: advertiserReportQuery.extend({ bom: z.enum(['0', '1']).default('0') }),
})

const DayValue = z.union([z.number(), z.string()]).nullable()

/** A measure on each day of a range. */
export const ReportDays = z.object({
  measure: z.enum(MEASURE_NAMES),
  /** In order and without gaps; `before` is the value as many days earlier as the range has. Values as in a report. */
  days: z.array(z.object({ day: Day, value: DayValue, before: DayValue })),
})

/** @see ReportDays */
export type ReportDays = z.infer<typeof ReportDays>

/** Reads one measure of the signed-in advertiser by day, for a chart. It counts on the day that `date_type` says. */
export const listReportDaysCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/report/days',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One measure of my programme on each day of a range and of the period before',
  query: z.object({
    ...dayFilter,
    date_type: z.enum(DATE_TYPES, dateTypeError).optional(),
    publisher_id: Id.optional(),
    measure: z.enum(MEASURE_NAMES, measureError).default('order_value'),
  }),
  reply: z.object({ success: z.literal(true), data: ReportDays }),
})

/** The orders of one month, by the month of their last decision. */
const CohortView = z.object({
  /** The first day of the month of the orders. */
  month: Day,
  /** All orders of the month, and those that are not decided. */
  orders: z.number().int(),
  pending: z.number().int(),
  /** Without cancelled orders. */
  order_value: z.string(),
  /** In order; `later` is the number of months between order and decision. */
  decided: z.array(
    z.object({
      later: z.number().int(),
      confirmed: z.number().int(),
      cancelled: z.number().int(),
      confirmed_value: z.string(),
    }),
  ),
})

/** @see CohortView */
export type CohortView = z.infer<typeof CohortView>

/** The orders from the clicks of one month, without cancelled ones, by the month in which they were placed. */
const ClickMonthView = z.object({
  /** The first day of the month of the clicks. */
  month: Day,
  /** In order; `later` is the number of months between click and order. */
  placed: z.array(z.object({ later: z.number().int(), orders: z.number().int(), order_value: z.string() })),
})

/** @see ClickMonthView */
export type ClickMonthView = z.infer<typeof ClickMonthView>

/** Reads the orders of the last months of the signed-in advertiser by the months of click, order and decision. */
export const listCohortsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/report/cohorts',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'My orders of the last 12 months by the month of their click, and by that of their decision',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      cohorts: z.array(CohortView),
      /** Null while days are not counted yet. */
      click_months: z.array(ClickMonthView).nullable(),
      currency: z.string(),
    }),
  }),
})
