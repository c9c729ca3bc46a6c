import { DAY_MS, HOUR_MS, addDays, countDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'

/** The time of clicks that a budget caps: a day or a month (UTC). */
export const BUDGET_PERIODS = ['day', 'month'] as const

/** One of `BUDGET_PERIODS`. */
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

/** What is capped: the commission in USD, or the number of orders, in both cases without cancelled ones. */
export const BUDGET_MEASURES = ['commission', 'orders'] as const

/** One of `BUDGET_MEASURES`. */
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number]

/**
 * What happens when a cap is reached: the advertiser is told; no publisher can join until the period ends; or clicks
 * from a named hour until then earn nothing.
 */
export const CONSEQUENCES = ['tell', 'no_joins', 'stop'] as const

/** One of `CONSEQUENCES`. */
export type Consequence = (typeof CONSEQUENCES)[number]

/** How much of a cap is used: at `low` and `reached` the advertiser is told. */
export type AlertLevel = 'low' | 'reached'

/** The part of a cap, in percent, at which the advertiser is told. */
export const LOW_PERCENT = 80

/** The complete days from which a forecast takes its mean, and the fewest that it needs. */
export const FORECAST_DAYS = 28
/** @see FORECAST_DAYS */
export const MIN_FORECAST_DAYS = 7

/** The most budgets of an advertiser. */
export const MAX_BUDGETS = 100

/** A cap with its consequence; without a cap the budget has ended. */
export interface Cap {
  cap: Amount | null
  consequence: Consequence
}

/**
 * Whether a version takes something from publishers that the one before left them: a stop, or a stop that comes
 * earlier.
 */
export function isCut(before: Cap | undefined, after: Cap): boolean {
  if (after.cap === null || after.consequence !== 'stop') return false
  return !before || before.cap === null || before.consequence !== 'stop' || after.cap < before.cap
}

/** The first instant at which a version may begin: at once, or for a cut the first midnight after the notice days. */
export function getEarliestStart(
  { before, after }: { before: Cap | undefined; after: Cap },
  { now, noticeDays }: { now: Date; noticeDays: number },
): Date {
  if (!isCut(before, after)) return now
  return new Date(Math.ceil((now.getTime() + noticeDays * DAY_MS) / DAY_MS) * DAY_MS)
}

/** Returns the days of the period in which a day lies. */
export function getPeriodDays(period: BudgetPeriod, day: Day): DayRange {
  if (period === 'day') return { from: day, until: addDays(day, 1) }
  const from = `${day.slice(0, 7)}-01`
  return { from, until: `${addDays(from, 31).slice(0, 7)}-01` }
}

/** Calculates how much of a cap is used, in whole percent, rounded down. */
export function getUsedPercent(used: Amount, cap: Amount): number {
  return Number((used * 100n) / cap)
}

/** Determines of what the advertiser is told; undefined below 80 %. */
export function getAlertLevel(used: Amount, cap: Amount): AlertLevel | undefined {
  const percent = getUsedPercent(used, cap)
  if (percent >= 100) return 'reached'
  return percent >= LOW_PERCENT ? 'low' : undefined
}

/** The clicks that earn nothing. */
export interface Stop {
  from: Date
  until: Date
}

/**
 * Determines which clicks a reached cap stops: those from the next full hour, at least half an hour from now so that
 * the notice comes before it, until the end of the period. Undefined when no such hour is left.
 */
export function getStop(period: DayRange, now: Date): Stop | undefined {
  const from = new Date(Math.ceil((now.getTime() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS)
  const until = startOfDay(period.until)
  return from < until ? { from, until } : undefined
}

/** Whether a stop takes the commission of an order: by the time of its click, or of the order itself if it has none. */
export function isStopped(clickedAt: Date, { from, until }: Stop): boolean {
  return clickedAt >= from && clickedAt < until
}

/** When a budget ends, as far as the last days tell. */
export type Forecast =
  | { kind: 'reached' }
  | { kind: 'day'; day: Day }
  | { kind: 'lasts' }
  /** Of a daily budget: on how many of the last days its cap would have been reached. */
  | { kind: 'days'; reached: number; days: number }
  | { kind: 'unknown'; days: number }

/** What a budget and the last days say. */
export interface ForecastFacts {
  period: BudgetPeriod
  cap: Amount
  /** Of the present period. */
  used: Amount
  now: Date
  /** What each of the last complete days used, at most `FORECAST_DAYS`, from the first day with clicks on. */
  recent: readonly Amount[]
}

/** Forecasts the day on which a budget of a month is used up, by the mean of the last complete days. */
export function forecastEnd({ period, cap, used, now, recent }: ForecastFacts): Forecast {
  if (used >= cap) return { kind: 'reached' }
  if (recent.length < MIN_FORECAST_DAYS) return { kind: 'unknown', days: recent.length }
  if (period === 'day') {
    return { kind: 'days', reached: recent.filter((amount) => amount >= cap).length, days: recent.length }
  }
  const sum = recent.reduce((total, amount) => total + amount, 0n)
  if (sum === 0n) return { kind: 'lasts' }
  const today = toDay(now)
  // The first whole day is today, of which a part may be used already.
  const left = ((cap - used) * BigInt(recent.length) + sum - 1n) / sum
  const { until } = getPeriodDays(period, today)
  return left > BigInt(countDays({ from: today, until }))
    ? { kind: 'lasts' }
    : { kind: 'day', day: addDays(today, Number(left) - 1) }
}

/**
 * Calculates what the clicks of the present period are expected to use above the cap, by the mean of the last complete
 * days; null with too few of them.
 */
export function expectExcess({ period, cap, used, now, recent }: ForecastFacts): Amount | null {
  if (recent.length < MIN_FORECAST_DAYS) return null
  const until = startOfDay(getPeriodDays(period, toDay(now)).until)
  const leftMs = BigInt(until.getTime() - now.getTime())
  const sum = recent.reduce((total, amount) => total + amount, 0n)
  const excess = used + (sum * leftMs) / BigInt(recent.length * DAY_MS) - cap
  return excess > 0n ? excess : 0n
}
