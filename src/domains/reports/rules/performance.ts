import type { Day, DayRange } from '#kernel/days.ts'
import { addDays, dayOf, listDays, rangeOf } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Performance, PerformanceRow } from '../contract/calls.ts'
import type { ReportSort, ReportType } from '../contract/vocabulary.ts'

/** What is counted about a group of clicks. */
export interface Figures {
  /** Payable hits. */
  clicks: bigint
  /** Without the cancelled ones. */
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
  /** What happened before this instant is counted. */
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

/** The range that a report covers; refuses one that is turned round or too long instead of guessing what was meant. */
export function reportRange(filter: { begin?: Day | undefined; end?: Day | undefined }, now: Date): DayRange {
  for (const field of ['begin', 'end'] as const) {
    const day = filter[field]
    if (day !== undefined && (day < FIRST_DAY || day > LAST_DAY)) {
      throw invalidField(field, `Reports cover the years 2000 to 2999; ${field} is ${day}.`)
    }
  }
  const range = rangeOf(filter, now)
  const last = addDays(range.until, -1)
  if (range.from > last) throw invalidField('begin', `begin (${range.from}) is after end (${last}).`)
  if (addDays(range.from, MAX_REPORT_DAYS) < range.until) {
    throw invalidField('begin', `A report covers ${MAX_REPORT_DAYS} days at most.`)
  }
  return range
}

/** Earnings per click (specification 2, section 9), rounded down to 1/10,000; zero without clicks. */
export function epcOf({ commission, clicks }: Figures): Amount {
  return clicks === 0n ? 0n : commission / clicks
}

/** What was asked, and what the database said. `days` for a report by date. */
export interface PerformanceParts {
  type: ReportType
  sort: ReportSort
  range: DayRange
  page: PerformancePage
  days: readonly DayFigures[] | undefined
  now: Date
}

/** A report as it stands on the wire. */
export function presentPerformance({ type, sort, range, page, days, now }: PerformanceParts): Performance {
  return {
    count: page.count,
    report: days ? presentDays(days, range, sort) : [],
    transactions: page.groups.map((group) => ({ ...presentGroup[type](group), ...presentFigures(group) })),
    totals: presentFigures(page.totals),
    type,
    sort,
    begin: range.from,
    end: addDays(range.until, -1),
    today: dayOf(now),
    date_type: 'click_date',
    time_zone: 'UTC',
    currency: BASE_CURRENCY,
    as_of: page.asOf?.toISOString() ?? null,
  }
}

const presentGroup: Record<ReportType, (group: PerformanceGroup) => Partial<PerformanceRow>> = {
  date: ({ name }) => ({ unit: name }),
  site: ({ name, key }) => ({ site: name, key }),
  advertiser: ({ name, key }) => ({ advertiser__name: name, advertiser_id: Number(key) }),
}

function presentFigures(figures: Figures) {
  return {
    click_count: Number(figures.clicks),
    total_transactions: Number(figures.transactions),
    epc: formatAmount(epcOf(figures), 2),
    commission: formatAmount(figures.commission, 4),
  }
}

/** Days without figures are drawn as zero, so that a quiet day is not skipped. */
function presentDays(days: readonly DayFigures[], range: DayRange, sort: ReportSort) {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  return listDays(range).map((day) => ({ unit: day, c: measureOf(byDay.get(day), sort) }))
}

function measureOf(figures: Figures | undefined, sort: ReportSort): string {
  if (sort === 'commission') return formatAmount(figures?.commission ?? 0n, 4)
  return String((sort === 'click_count' ? figures?.clicks : figures?.transactions) ?? 0n)
}
