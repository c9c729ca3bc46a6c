import { z } from 'zod'
import { Day, dayFilter } from '#kernel/days.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { REPORT_PAGE_SIZES, pageQuery } from '#kernel/paging.ts'
import { DEFAULT_REPORT_SIZE, REPORT_SORTS, REPORT_TYPES } from './vocabulary.ts'

function oneOf<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, coded('input.one_of', { name, values: values.join(', ') }))
}

const Decimal = z.string()

const figures = {
  /** Payable clicks. */
  click_count: z.number().int(),
  /** Transactions except cancelled ones. */
  total_transactions: z.number().int(),
  /** Earnings per click: commission ÷ clicks, 2 decimals. */
  epc: Decimal,
  /** Commission of these transactions, 4 decimals. */
  commission: Decimal,
}

/** One row: `unit` in a report by date, `site` and `key` by site, `advertiser__name` by advertiser. */
export const PerformanceRow = z.object({
  unit: Day.optional(),
  site: z.string().optional(),
  key: z.string().optional(),
  advertiser__name: z.string().optional(),
  advertiser_id: z.number().optional(),
  ...figures,
})

/** One row of a performance report. */
export type PerformanceRow = z.output<typeof PerformanceRow>

/** A report: one page of rows, with the totals and settings of the whole report. */
export const Performance = z.object({
  /** Number of rows on all pages. */
  count: z.number().int(),
  /** By date only: every day of the range in order, with the figure that the report is sorted by. */
  report: z.array(z.object({ unit: Day, c: Decimal })),
  transactions: z.array(PerformanceRow),
  /** Figures of all pages. */
  totals: z.object(figures),
  type: oneOf('type', REPORT_TYPES),
  sort: oneOf('sort', REPORT_SORTS),
  begin: Day,
  end: Day,
  /** The current day, the last that can have figures. */
  today: Day,
  /** Clicks and transactions both count on the day of the click. */
  date_type: z.literal('click_date'),
  time_zone: z.literal('UTC'),
  currency: z.string(),
  /** The report counts everything before this time; null before the first pass. */
  as_of: z.iso.datetime().nullable(),
})

/** @see Performance */
export type Performance = z.output<typeof Performance>

/** The publisher's own performance by site, date or advertiser (specification 2, section 7). */
export const getPerformanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/performance',
  access: 'publisher',
  encoding: 'none',
  summary: 'Clicks, transactions and commission of your sites, by site, date or advertiser.',
  query: z.object({
    ...pageQuery(REPORT_PAGE_SIZES, DEFAULT_REPORT_SIZE),
    sort: oneOf('sort', REPORT_SORTS).optional(),
    type: oneOf('type', REPORT_TYPES).default('site'),
    ...dayFilter,
  }),
  reply: z.object({ success: z.literal(true), data: Performance }),
})
