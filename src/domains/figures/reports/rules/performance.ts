import type { PublisherScope } from '#kernel/actor-scope.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { addDays, countDays, toDayRange } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Figures } from '#kernel/measures.ts'
import { MAX_SUB_ID_DAYS } from '../contract/vocabulary.ts'
import type { ReportType } from '../contract/vocabulary.ts'

/** One group: a day, a site with its key, an advertiser with its id, or a sub id. */
export interface PerformanceGroup extends Figures {
  /** The day, the id of the site or advertiser, or the sub id. */
  unit: string
  name: string
  key: string
}

/** What the rows of a report are: sites, days, advertisers, or the sub ids of one slot. */
export type ReportSelection =
  | { type: ReportType }
  | {
      type: 'sub_id'
      slot: number
      /** Counts the clicks to this advertiser only. */
      advertiserId?: bigint | undefined
    }

/** The publisher, the site and the days of a report. */
export interface ReportScope extends PublisherScope {
  range: DayRange
}

/** The rows of a report: which figures, grouped how, of whom and when. */
export type ReportQuery = ReportScope & ReportSelection

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

/** The longest range of each report. The roll-up of sub ids is the largest. */
const maxDays: Record<ReportSelection['type'], number> = {
  site: MAX_REPORT_DAYS,
  date: MAX_REPORT_DAYS,
  advertiser: MAX_REPORT_DAYS,
  sub_id: MAX_SUB_ID_DAYS,
}

/** The first and last day of a filter, both inclusive. */
export interface DayFilter {
  begin?: Day | undefined
  end?: Day | undefined
}

/** Determines the range of a publisher's report. Refuses one that ends before it begins or is too long. */
export function toReportRange(filter: DayFilter & { type: ReportSelection['type'] }, now: Date): DayRange {
  return toBoundedRange(filter, { days: maxDays[filter.type], now })
}

/** Determines the range of a report of at most `days` days. Refuses one that ends before it begins or is longer. */
export function toBoundedRange(filter: DayFilter, { days, now }: { days: number; now: Date }): DayRange {
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
  if (addDays(range.from, days) < range.until) {
    throw invalidField('begin', { code: 'report.range_long', params: { days } })
  }
  return range
}

/** Determines the period of the same length that ends before a range begins. */
export function getPeriodBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), until: range.from }
}

/** Finds the unit with which a row is compared: for a day that many days earlier, otherwise itself. */
export function getUnitBefore(type: ReportSelection['type'], unit: string, range: DayRange): string {
  return type === 'date' ? addDays(unit, -countDays(range)) : unit
}
