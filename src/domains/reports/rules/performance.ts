import type { Day, DayRange } from '#kernel/days.ts'
import { addDays, toDayRange } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'

/** The figures of a group of clicks. */
export interface Figures {
  /** Payable hits. */
  clicks: bigint
  /** Excludes cancelled transactions. */
  transactions: bigint
  commission: Amount
}

/** One group: a day, a site with its key, or an advertiser with its id. */
export interface PerformanceGroup extends Figures {
  name: string
  key: string
}

/** One page of a report with the totals of all pages. */
export interface PerformancePage {
  count: number
  totals: Figures
  /** The figures count everything before this time; null before the first pass. */
  asOf: Date | null
  groups: PerformanceGroup[]
}

/** The figures of one day. */
export interface DayFigures extends Figures {
  day: Day
}

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'

/** The longest range of a report. */
export const MAX_REPORT_DAYS = 3660

/** Determines the range of a report. Refuses one that ends before it begins or is too long. */
export function toReportRange(filter: { begin?: Day | undefined; end?: Day | undefined }, now: Date): DayRange {
  for (const field of ['begin', 'end'] as const) {
    const day = filter[field]
    if (day !== undefined && (day < FIRST_DAY || day > LAST_DAY)) {
      throw invalidField(field, { code: 'report.years', params: { field, day } })
    }
  }
  const range = toDayRange(filter, now)
  const last = addDays(range.until, -1)
  if (range.from > last) {
    throw invalidField('begin', { code: 'report.range_order', params: { begin: range.from, end: last } })
  }
  if (addDays(range.from, MAX_REPORT_DAYS) < range.until) {
    throw invalidField('begin', { code: 'report.range_long', params: { days: MAX_REPORT_DAYS } })
  }
  return range
}

/** Earnings per click (specification 2, section 9), rounded down to 1/10,000; zero without clicks. */
export function computeEpc({ commission, clicks }: Figures): Amount {
  return clicks === 0n ? 0n : commission / clicks
}
