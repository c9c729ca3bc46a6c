import type { DayRange } from '#kernel/days.ts'
import { addDays, toDay, listDays } from '#kernel/days.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Performance, PerformanceRow } from './contract/calls.ts'
import type { ReportSort, ReportType } from './contract/vocabulary.ts'
import { computeEpc } from './rules/performance.ts'
import type { DayFigures, Figures, PerformanceGroup, PerformancePage } from './rules/performance.ts'

/** The request and the database's figures. `days` is set for a report by date. */
export interface PerformanceParts {
  type: ReportType
  sort: ReportSort
  range: DayRange
  page: PerformancePage
  days: readonly DayFigures[] | undefined
  now: Date
}

/** Builds a report for the wire. */
export function viewPerformance({ type, sort, range, page, days, now }: PerformanceParts): Performance {
  return {
    count: page.count,
    report: days ? viewDays(days, range, sort) : [],
    transactions: page.groups.map((group) => ({ ...viewGroup[type](group), ...viewFigures(group) })),
    totals: viewFigures(page.totals),
    type,
    sort,
    begin: range.from,
    end: addDays(range.until, -1),
    today: toDay(now),
    date_type: 'click_date',
    time_zone: 'UTC',
    currency: BASE_CURRENCY,
    as_of: page.asOf?.toISOString() ?? null,
  }
}

const viewGroup: Record<ReportType, (group: PerformanceGroup) => Partial<PerformanceRow>> = {
  date: ({ name }) => ({ unit: name }),
  site: ({ name, key }) => ({ site: name, key }),
  advertiser: ({ name, key }) => ({ advertiser__name: name, advertiser_id: Number(key) }),
}

function viewFigures(figures: Figures) {
  return {
    click_count: Number(figures.clicks),
    total_transactions: Number(figures.transactions),
    epc: formatAmount(computeEpc(figures), 2),
    commission: formatAmount(figures.commission, 4),
  }
}

/** Lists every day of the range. A day without figures is zero, so that the chart does not skip it. */
function viewDays(days: readonly DayFigures[], range: DayRange, sort: ReportSort) {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  return listDays(range).map((day) => ({ unit: day, c: getMeasure(byDay.get(day), sort) }))
}

function getMeasure(figures: Figures | undefined, sort: ReportSort): string {
  if (sort === 'commission') return formatAmount(figures?.commission ?? 0n, 4)
  return String((sort === 'click_count' ? figures?.clicks : figures?.transactions) ?? 0n)
}
