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
  /** Transactions that were not cancelled. */
  total_transactions: z.number().int(),
  /** Earnings per click: commission ÷ clicks, 2 decimals. */
  epc: Decimal,
  /** Commission of the transactions counted, 4 decimals. */
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

/** A report: one page of rows, and what holds for all of them. */
export const Performance = z.object({
  /** Rows on all pages. */
  count: z.number().int(),
  /** By date only: every day of the range in order, with what the report is sorted by. */
  report: z.array(z.object({ unit: Day, c: Decimal })),
  transactions: z.array(PerformanceRow),
  /** Of all pages. */
  totals: z.object(figures),
  type: oneOf('type', REPORT_TYPES),
  sort: oneOf('sort', REPORT_SORTS),
  begin: Day,
  end: Day,
  /** The last day that may be asked for with sense. */
  today: Day,
  /** Clicks and transactions alike are counted on the day of the click. */
  date_type: z.literal('click_date'),
  time_zone: z.literal('UTC'),
  currency: z.string(),
  /** What happened before this instant is counted; null while nothing has been counted yet. */
  as_of: z.iso.datetime().nullable(),
})

/** A report: one page of rows, and what holds for all of them. */
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
