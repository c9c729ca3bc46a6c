import type { Day, DayRange } from '#kernel/days.ts'
import { addDays, toDay, listDays } from '#kernel/days.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Attention, Performance, PerformanceFigures, PerformanceRow, SubIdPerformance } from '../contract/calls.ts'
import type { NetworkHitCounts } from '../contract/network-hits.ts'
import type { ReportSort, ReportType } from '../contract/vocabulary.ts'
import type { NetworkHits } from '../queries/network-hits.ts'
import type { ReportRows } from '../queries/report.ts'
import { NO_FIGURES, computeMeasure } from '#kernel/measures.ts'
import type { Figures } from '#kernel/measures.ts'
import type { DayFigures, PerformanceGroup } from '../rules/performance.ts'

/** The request and the database's figures. */
export interface PerformanceParts extends ReportRows {
  type: ReportType | 'sub_id'
  sort: ReportSort
  range: DayRange
  before: DayRange
  now: Date
}

/** Builds a report by site, date or advertiser for the wire. */
export function viewPerformance(parts: PerformanceParts & { type: ReportType }): Performance {
  return { ...viewReport(parts), type: parts.type }
}

/** Builds a report by sub id for the wire. */
export function viewSubIdPerformance(
  parts: PerformanceParts & {
    slot: number
    advertiserId: bigint | undefined
  },
): SubIdPerformance {
  return {
    ...viewReport(parts),
    type: 'sub_id',
    slot: parts.slot,
    advertiser_id: parts.advertiserId === undefined ? null : Number(parts.advertiserId),
  }
}

function viewReport({ type, sort, range, before, now, page, ...parts }: PerformanceParts) {
  const { days, daysBefore, groupsBefore } = parts
  return {
    count: page.count,
    report: days ? viewDays(days, range, sort) : [],
    transactions: page.groups.map((group, index) => {
      const previous = groupsBefore?.[index]
      return {
        ...viewGroup[type](group),
        ...viewFigures(group),
        ...(previous ? { previous: viewFigures(previous) } : {}),
      }
    }),
    totals: viewFigures(page.totals),
    previous: {
      ...viewRange(before),
      totals: viewFigures(parts.totalsBefore),
      report: daysBefore ? viewDays(daysBefore, before, sort) : [],
    },
    sort,
    ...viewRange(range),
    today: toDay(now),
    date_type: 'click_date' as const,
    time_zone: 'UTC' as const,
    currency: BASE_CURRENCY,
    as_of: page.asOf?.toISOString() ?? null,
  }
}

/** Names the first and the last day of a range. */
export function viewRange(range: DayRange): { begin: Day; end: Day } {
  return { begin: range.from, end: addDays(range.until, -1) }
}

const viewGroup: Record<ReportType | 'sub_id', (group: PerformanceGroup) => Partial<PerformanceRow>> = {
  date: ({ name }) => ({ unit: name }),
  site: ({ name, key }) => ({ site: name, key }),
  advertiser: ({ name, key }) => ({ advertiser__name: name, advertiser_id: Number(key) }),
  sub_id: ({ unit }) => ({ sub_id: unit === '' ? null : unit }),
}

/** Builds the figures of a group for the wire. */
export function viewFigures(figures: Figures): PerformanceFigures {
  return {
    click_count: Number(figures.clicks),
    total_transactions: Number(figures.transactions),
    // The specification shows 0.00 without clicks.
    epc: formatAmount(computeMeasure('epc', { ...NO_FIGURES, ...figures }) ?? 0n, 2),
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

/** Builds what needs a publisher's attention for the wire. */
export function viewAttention(
  sites: Attention['idle_sites'],
  programs: readonly { id: bigint; name: string; status: string }[],
): Attention {
  return {
    idle_sites: sites,
    stopped_programs: programs.map(({ id, name, status }) => ({
      advertiser_id: Number(id),
      advertiser_name: name,
      status: status === 'paused' ? 'paused' : 'closed',
    })),
  }
}

/** The hits of the network by verdict for the wire. */
export function viewNetworkHits(
  { counts, overflow }: NetworkHits,
  { range, asOf }: { range: DayRange; asOf: Date | undefined },
): NetworkHitCounts {
  return {
    begin: range.from,
    end: addDays(range.until, -1),
    count: counts.reduce((sum, { hits }) => sum + Number(hits), 0),
    counts: Object.fromEntries(counts.map(({ verdict, hits }) => [verdict, Number(hits)])),
    overflow: Number(overflow),
    as_of: asOf?.toISOString() ?? null,
  }
}
