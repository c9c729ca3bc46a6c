import type { Day, DayRange } from '#kernel/days.ts'
import { addDays, countDays, toDay, listDays } from '#kernel/days.ts'
import { regionName } from '#kernel/regions.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Attention, Performance, PerformanceFigures, PerformanceRow, SubIdPerformance } from './contract/calls.ts'
import type { AdvertiserHome, FindingView, Measures } from './contract/advertiser.ts'
import type { AdvertiserReport, AdvertiserReportRow, CohortView } from './contract/advertiser-report.ts'
import type { NetworkHitCounts } from './contract/network-hits.ts'
import type { ReportGroup, ReportSort, ReportType } from './contract/vocabulary.ts'
import type { ReportGroupRow, AdvertiserReportPage } from './queries/advertiser-report.ts'
import type { CohortRow } from './queries/cohorts.ts'
import type { NetworkHits } from './queries/network-hits.ts'
import type { ReportRows } from './queries/report.ts'
import type { AnomalyRule, Finding } from './rules/anomalies.ts'
import { listMeasures } from './rules/advertiser-report.ts'
import type { AdvertiserReportSort } from './rules/advertiser-report.ts'
import { MEASURE_NAMES, NO_FIGURES, computeMeasure, getDefinition } from '#kernel/measures.ts'
import type { Figures, FullFigures, Measure, MeasureKind } from '#kernel/measures.ts'
import type { DayFigures, PerformanceGroup } from './rules/performance.ts'
import type { OrdersPerClickView } from './contract/orders-per-click.ts'
import type { ClicksAndOrders, OrdersPerClick } from './rules/orders-per-click.ts'

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

function viewRange(range: DayRange): { begin: Day; end: Day } {
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

const DECIMALS: Record<MeasureKind, number> = { count: 0, money: 4, share: 2, ratio: 2 }

/** Builds the measures of a group for the wire. A share of 1/1,000,000 is 1/10,000 percent. */
export function viewMeasures(figures: FullFigures, known: readonly Measure[] = MEASURE_NAMES): Measures {
  const view = (measure: Measure) => {
    const value = known.includes(measure) ? computeMeasure(measure, figures) : null
    const { kind } = getDefinition(measure)
    if (value === null) return null
    return kind === 'count' ? Number(value) : formatAmount(value, DECIMALS[kind])
  }
  return Object.fromEntries(MEASURE_NAMES.map((measure) => [measure, view(measure)])) as Measures
}

/** A range of days with its figures. */
export interface PeriodFigures {
  range: DayRange
  figures: FullFigures
}

/** Builds the home of a brand for the wire. */
export function viewAdvertiserHome(parts: {
  month: PeriodFigures
  before: PeriodFigures
  findings: readonly Finding[]
  asOf: Date | undefined
}): AdvertiserHome {
  const { month, before, findings, asOf } = parts
  return {
    month: viewPeriod(month),
    before: viewPeriod(before),
    days: countDays(month.range),
    findings: findings.map(viewFinding),
    currency: BASE_CURRENCY,
    as_of: asOf?.toISOString() ?? null,
  }
}

function viewPeriod({ range, figures }: PeriodFigures) {
  return { ...viewRange(range), figures: viewMeasures(figures) }
}

const viewCompared: Record<AnomalyRule, (value: bigint) => string> = {
  revenue: (value) => formatAmount(value, 4),
  reversals: (value) => formatAmount(value, 2),
  silent_publisher: String,
  no_clicks: String,
  conversion: (value) => formatAmount(value, 2),
}

function viewFinding(finding: Finding): FindingView {
  const { rule, outcome } = finding
  if (outcome !== 'anomaly') return { rule, outcome, now: null, before: null, at_risk: null, publisher: null }
  const { publisher } = finding
  return {
    rule,
    outcome,
    now: viewCompared[rule](finding.now),
    before: viewCompared[rule](finding.before),
    at_risk: formatAmount(finding.atRisk),
    publisher: publisher ? { id: Number(publisher.id), name: publisher.name } : null,
  }
}

/** The request and the figures of a report of a brand. */
export interface AdvertiserReportParts {
  group: ReportGroup
  sort: AdvertiserReportSort
  range: DayRange
  before: DayRange
  slot: number
  publisher: { id: bigint; name: string } | undefined
  page: AdvertiserReportPage
  totalsBefore: FullFigures
  /** In the order of the rows; only when they are compared. */
  groupsBefore: readonly FullFigures[] | undefined
  asOf: Date | undefined
  now: Date
  locale: 'en' | 'zh'
}

/** Builds a report of a brand for the wire. */
export function viewAdvertiserReport(parts: AdvertiserReportParts): AdvertiserReport {
  const { group, sort, page, publisher, groupsBefore } = parts
  const measures = listMeasures(group)
  const shown = { group, sort, measures }
  return {
    ...shown,
    ...viewRange(parts.range),
    today: toDay(parts.now),
    publisher: publisher ? { id: Number(publisher.id), name: publisher.name } : null,
    slot: parts.slot,
    count: page.count,
    rows: page.rows.map((row, index) => viewAdvertiserRow(row, { ...parts, measures, before: groupsBefore?.[index] })),
    totals: viewMeasures(page.totals, measures),
    previous: { ...viewRange(parts.before), totals: viewMeasures(parts.totalsBefore, measures) },
    currency: BASE_CURRENCY,
    as_of: parts.asOf?.toISOString() ?? null,
  }
}

interface RowOptions extends Pick<AdvertiserReportParts, 'group' | 'locale'> {
  measures: readonly Measure[]
  before: FullFigures | undefined
}

function viewAdvertiserRow(row: ReportGroupRow, { measures, before, group, locale }: RowOptions): AdvertiserReportRow {
  const { unit, publisherId, publisherName } = row
  return {
    unit,
    name: group === 'country' && unit !== '' ? regionName(unit, locale) : row.name,
    publisher: publisherId === null ? null : { id: Number(publisherId), name: publisherName ?? '' },
    figures: viewMeasures(row, measures),
    previous: before ? viewMeasures(before, measures) : null,
  }
}

/** Builds the orders of each month by the month of their decision. */
export function viewCohorts(rows: readonly CohortRow[]): CohortView[] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, parts]) => ({
    month,
    orders: Number(parts.reduce((sum, { confirmed, cancelled, pending }) => sum + confirmed + cancelled + pending, 0n)),
    pending: Number(parts.reduce((sum, { pending }) => sum + pending, 0n)),
    order_value: formatAmount(parts.reduce((sum, { orderValue }) => sum + orderValue, 0n)),
    decided: parts.flatMap(({ later, confirmed, cancelled, confirmedValue }) =>
      later === null
        ? []
        : [
            {
              later,
              confirmed: Number(confirmed),
              cancelled: Number(cancelled),
              confirmed_value: formatAmount(confirmedValue),
            },
          ],
    ),
  }))
}

/** Whether orders per click are within their band, for the wire. */
export function viewOrdersPerClick(judgement: OrdersPerClick): OrdersPerClickView {
  const { state, judged, usual } = judgement
  return {
    state,
    judged,
    usual,
    low: 'low' in judgement ? Math.round(judgement.low) : null,
    high: 'high' in judgement ? Math.round(judgement.high) : null,
    judged_rate: getRate(judged),
    usual_rate: getRate(usual),
  }
}

function getRate({ clicks, orders }: ClicksAndOrders): string | null {
  return clicks === 0 ? null : ((1000 * orders) / clicks).toFixed(1)
}
