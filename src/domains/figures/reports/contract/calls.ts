import { z } from 'zod'
import { Day, dayFilter } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { REPORT_PAGE_SIZES } from '#kernel/paging.ts'
import { DEFAULT_REPORT_SIZE, REPORT_SORTS, REPORT_TYPES, SUB_ID_SLOTS } from './vocabulary.ts'

function oneOf<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, coded('input.one_of', { name, values: values.join(', ') }))
}

const Decimal = z.string()

const slotError = coded('input.one_of', { name: 'slot', values: SUB_ID_SLOTS.join(', ') })

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

/** The figures of a row or of a whole report. */
export const PerformanceFigures = z.object(figures)

/** @see PerformanceFigures */
export type PerformanceFigures = z.output<typeof PerformanceFigures>

/**
 * One row: `unit` in a report by date, `site` and `key` by site, `advertiser__name` by advertiser, `sub_id` by sub id.
 */
export const PerformanceRow = z.object({
  unit: Day.optional(),
  site: z.string().optional(),
  key: z.string().optional(),
  advertiser__name: z.string().optional(),
  advertiser_id: z.number().optional(),
  /** Null in the row of all sub ids that are not counted one by one. */
  sub_id: z.string().nullable().optional(),
  ...figures,
  /** With `compare=1`: the same row in the period before. */
  previous: PerformanceFigures.optional(),
})

/** One row of a performance report. */
export type PerformanceRow = z.output<typeof PerformanceRow>

const DayValues = z.array(z.object({ unit: Day, c: Decimal }))

/** The settings of a report and what its figures mean. */
const frame = {
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
}

/** A report: one page of rows, with the totals and settings of the whole report. */
export const Performance = z.object({
  /** Number of rows on all pages. */
  count: z.number().int(),
  /** By date only: every day of the range in order, with the figure that the report is sorted by. */
  report: DayValues,
  transactions: z.array(PerformanceRow),
  /** Figures of all pages. */
  totals: PerformanceFigures,
  /** The period of the same length before. `report` is filled by date with `compare=1`. */
  previous: z.object({ begin: Day, end: Day, totals: PerformanceFigures, report: DayValues }),
  type: oneOf('type', REPORT_TYPES),
  ...frame,
})

/** @see Performance */
export type Performance = z.output<typeof Performance>

/** A report by the sub ids of one slot; a row whose `sub_id` is null sums up the rest. */
export const SubIdPerformance = Performance.extend({
  type: z.literal('sub_id'),
  slot: z.number().int(),
  /** The advertiser to which the clicks are limited. */
  advertiser_id: z.number().nullable(),
})

/** @see SubIdPerformance */
export type SubIdPerformance = z.output<typeof SubIdPerformance>

const flag = z.enum(['0', '1']).default('0')

const rowsQuery = {
  ...pageQuery(REPORT_PAGE_SIZES, DEFAULT_REPORT_SIZE),
  sort: oneOf('sort', REPORT_SORTS).optional(),
  /** `1` adds the period before to each row and day. */
  compare: flag,
  ...dayFilter,
}

const typeQuery = { type: oneOf('type', REPORT_TYPES).default('site') }

const slotQuery = {
  slot: z.coerce
    .number<string | number>()
    .refine((slot) => SUB_ID_SLOTS.some((each) => each === slot), slotError)
    .default(1),
  advertiser_id: Id.optional(),
}

/** `bom=1` adds a byte order mark for spreadsheets. */
const fileQuery = { bom: flag }

/** The publisher's own performance by site, date or advertiser (specification 2, section 7). */
export const getPerformanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/performance',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'Clicks, transactions and commission of your sites, by site, date or advertiser.',
  query: z.object({ ...rowsQuery, ...typeQuery }),
  reply: z.object({ success: z.literal(true), data: Performance }),
})

/** All rows of the report of the same query as CSV. */
export const downloadPerformanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/performance/download',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The report of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...rowsQuery, ...typeQuery, ...fileQuery }),
})

/** The publisher's own performance by the sub ids of one slot. The range has at most `MAX_SUB_ID_DAYS` days. */
export const getSubIdPerformanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/sub_ids',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'Clicks, transactions and commission by sub id, within 92 days.',
  query: z.object({ ...rowsQuery, ...slotQuery }),
  reply: z.object({ success: z.literal(true), data: SubIdPerformance }),
})

const rowIds = z
  .string()
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,59}$/, coded('input.id'))
  .transform((text) => text.split(','))

/** The days, today included, that the figures of short links cover. */
export const LINK_FIGURE_DAYS = 30

/** The figures of some short links of the publisher, from their clicks of the last `LINK_FIGURE_DAYS` days (UTC). */
export const getLinkFiguresCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/short_links',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Your clicks, transactions and commission of 30 days by up to 60 short links, by their ids with commas.',
  query: z.object({ link_ids: rowIds }),
  reply: z.object({
    success: z.literal(true),
    /** Links without clicks are missing. */
    data: z.array(z.object({ link_id: z.number(), ...figures })),
  }),
})

/** The publisher's own figures with some advertisers, for the range of the list of advertisers. */
export const getOwnFiguresCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/advertisers',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Your clicks, transactions and commission with up to 60 advertisers, by their ids with commas between.',
  query: z.object({ advertiser_ids: rowIds, ...dayFilter }),
  reply: z.object({
    success: z.literal(true),
    /** Advertisers without figures are missing. */
    data: z.array(z.object({ advertiser_id: z.number(), ...figures })),
  }),
})

/** What a publisher should look at: sites whose links got no visitor, and programmes that no longer pay. */
export const Attention = z.object({
  /** Active sites without a payable click in the last `IDLE_DAYS` days. */
  idle_sites: z.array(z.object({ name: z.string(), key: z.string() })),
  /** Programmes that the publisher joined and that are paused or closed. */
  stopped_programs: z.array(
    z.object({ advertiser_id: z.number(), advertiser_name: z.string(), status: z.enum(['paused', 'closed']) }),
  ),
})

/** @see Attention */
export type Attention = z.infer<typeof Attention>

/** Lists what needs the attention of the signed-in publisher. */
export const getAttentionCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/attention',
  access: 'publisher',
  encoding: 'none',
  summary: 'Sites without clicks for 30 days, and programmes that you joined and that are paused or closed.',
  reply: z.object({ success: z.literal(true), data: Attention }),
})

/** All rows of the report by sub id of the same query as CSV. */
export const downloadSubIdPerformanceCall = endpoint({
  method: 'GET',
  path: '/api/v1/report/publishers/me/sub_ids/download',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The report by sub id of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...rowsQuery, ...slotQuery, ...fileQuery }),
})
