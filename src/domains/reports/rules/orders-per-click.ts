import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

/** The payable clicks of an advertiser on a UTC day, and the orders that were reported on it. */
export interface DayOfOrders {
  day: Day
  clicks: number
  orders: number
}

/** Clicks and orders of a span of days. */
export type ClicksAndOrders = Omit<DayOfOrders, 'day'>

/** How many days before the last two the usual number of orders per click is computed from. */
export const USUAL_DAYS = 28

/** The days that are judged: today as far as it has come, and yesterday. */
export const JUDGED_DAYS = 2

/** As many orders have to be expected of the judged clicks, and ten times as many have to be known. */
export const MIN_EXPECTED_ORDERS = 10

/** Chance alone leaves a band of three standard deviations once in some 400 times. */
const DEVIATIONS = 3

/** Weekdays and promotions move orders per click by as much without a fault. */
const USUAL_CHANGE = { down: 0.3, up: 0.5 }

/**
 * Whether the orders of the last two days are as many as their clicks lead one to expect: `below` and `above` are
 * alerts, each with its two figures; `too_little` says that there is too little to tell, which is never "nothing is
 * wrong". `low` and `high` are the bounds of the band, in orders of the judged clicks.
 */
export type OrdersPerClick =
  | { state: 'too_little'; judged: ClicksAndOrders; usual: ClicksAndOrders }
  | { state: 'within' | 'below' | 'above'; judged: ClicksAndOrders; usual: ClicksAndOrders; low: number; high: number }

/**
 * Judges orders per click of an advertiser: those of today and yesterday against those of the `USUAL_DAYS` days before.
 * Other days are left out, and a day that is not given had neither. An order counts on the day on which it was
 * reported, so a shop that stops to report falls below the band at once. The page _Tracking_ of a brand shows it, and a
 * mail tells of it; its home compares whole weeks (`findConversionChange`).
 */
export function judgeOrdersPerClick(days: readonly DayOfOrders[], today: Day): OrdersPerClick {
  const since = addDays(today, 1 - JUDGED_DAYS)
  const usualSince = addDays(since, -USUAL_DAYS)
  const judged = sumUp(days.filter(({ day }) => day >= since && day <= today))
  const usual = sumUp(days.filter(({ day }) => day >= usualSince && day < since))
  const expected = usual.clicks === 0 ? 0 : (usual.orders / usual.clicks) * judged.clicks
  if (expected < MIN_EXPECTED_ORDERS || usual.orders < 10 * MIN_EXPECTED_ORDERS) {
    return { state: 'too_little', judged, usual }
  }
  const chance = DEVIATIONS * Math.sqrt(expected)
  const low = expected - Math.max(chance, USUAL_CHANGE.down * expected)
  const high = expected + Math.max(chance, USUAL_CHANGE.up * expected)
  const state = judged.orders < low ? 'below' : judged.orders > high ? 'above' : 'within'
  return { state, judged, usual, low: Math.max(low, 0), high }
}

function sumUp(days: readonly DayOfOrders[]): ClicksAndOrders {
  return {
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
  }
}
