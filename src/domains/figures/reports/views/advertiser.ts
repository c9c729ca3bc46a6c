import type { DayRange } from '#kernel/days.ts'
import { countDays, toDay } from '#kernel/days.ts'
import { regionName } from '#kernel/regions.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { AdvertiserHome, FindingView, Measures } from '../contract/advertiser.ts'
import type {
  AdvertiserReport,
  AdvertiserReportRow,
  ClickMonthView,
  CohortView,
} from '../contract/advertiser-report.ts'
import type { OrdersPerClickView } from '../contract/orders-per-click.ts'
import type { ReportGroupRow, AdvertiserReportPage } from '../queries/advertiser-report.ts'
import type { ClickMonthRow, CohortRow } from '../queries/cohorts.ts'
import type { OrderDays } from '../queries/order-days.ts'
import type { AnomalyRule, Finding } from '../rules/anomalies.ts'
import { listMeasures } from '../rules/advertiser-report.ts'
import type { AdvertiserReportSort, ReportKind } from '../rules/advertiser-report.ts'
import { MEASURE_NAMES, computeMeasure, getDefinition } from '#kernel/measures.ts'
import type { FullFigures, Measure, MeasureKind } from '#kernel/measures.ts'
import type { ClicksAndOrders, OrdersPerClick } from '../rules/orders-per-click.ts'
import { viewRange } from './performance.ts'

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
export interface AdvertiserReportParts extends ReportKind {
  sort: AdvertiserReportSort
  range: DayRange
  before: DayRange
  slot: number
  publisher: { id: bigint; name: string } | undefined
  page: AdvertiserReportPage
  totalsBefore: FullFigures
  /** In the order of the rows; only when they are compared. */
  groupsBefore: readonly FullFigures[] | undefined
  orderDays: OrderDays | undefined
  asOf: Date | undefined
  now: Date
  locale: 'en' | 'zh'
}

/** Builds a report of a brand for the wire. */
export function viewAdvertiserReport(parts: AdvertiserReportParts): AdvertiserReport {
  const { group, sort, page, publisher, groupsBefore } = parts
  const measures = listMeasures(parts)
  const shown = { group, date_type: parts.dateType, sort, measures }
  return {
    ...shown,
    ...viewRange(parts.range),
    today: toDay(parts.now),
    publisher: publisher ? { id: Number(publisher.id), name: publisher.name } : null,
    slot: parts.slot,
    count: page.count,
    rows: page.rows.map((row, index) => viewAdvertiserRow(row, { ...parts, measures, before: groupsBefore?.[index] })),
    totals: viewMeasures(page.totals, measures),
    order_days: viewOrderDays(parts.orderDays),
    previous: { ...viewRange(parts.before), totals: viewMeasures(parts.totalsBefore, measures) },
    currency: BASE_CURRENCY,
    as_of: parts.asOf?.toISOString() ?? null,
  }
}

function viewOrderDays(days: OrderDays | undefined): AdvertiserReport['order_days'] {
  if (!days) return null
  const { both, later, earlier, asOf } = days
  return { both: Number(both), later: Number(later), earlier: Number(earlier), as_of: asOf.toISOString() }
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

/** Builds the orders of the clicks of each month by the month of the order. */
export function viewClickMonths(rows: readonly ClickMonthRow[]): ClickMonthView[] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, parts]) => ({
    month,
    placed: parts.map(({ later, orders, orderValue }) => ({
      later,
      orders: Number(orders),
      order_value: formatAmount(orderValue),
    })),
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
