import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { WEEK_DAYS, findNoClicks, toPpm } from './anomalies.ts'
import type { Finding } from './anomalies.ts'

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
 * alerts, each with its two figures, and so is `silent`, no click where clicks are usual; `too_little` says that there
 * is too little to tell, which is never "nothing is wrong". `low` and `high` are the bounds of the band, in orders of
 * the judged clicks.
 */
export type OrdersPerClick =
  | { state: 'too_little' | 'silent'; judged: ClicksAndOrders; usual: ClicksAndOrders }
  | { state: 'within' | 'below' | 'above'; judged: ClicksAndOrders; usual: ClicksAndOrders; low: number; high: number }

/** A judgement that a brand is told of. */
export type TrackingAlert = Pick<OrdersPerClick, 'judged' | 'usual'> & { state: 'silent' | 'below' | 'above' }

/**
 * Judges orders per click of an advertiser: those of today and yesterday against those of the `USUAL_DAYS` days before.
 * Other days are left out, and a day that is not given had neither. An order counts on the day on which it was
 * reported, so a shop that stops to report falls below the band at once. The home of a brand, its page _Tracking_ and
 * the notice to its team say the same.
 */
export function judgeOrdersPerClick(days: readonly DayOfOrders[], today: Day): OrdersPerClick {
  const since = addDays(today, 1 - JUDGED_DAYS)
  const usualSince = addDays(since, -USUAL_DAYS)
  const judged = sumUp(days.filter(({ day }) => day >= since && day <= today))
  const usual = sumUp(days.filter(({ day }) => day >= usualSince && day < since))
  const clicks = { clicks: BigInt(judged.clicks), clicksBefore: BigInt(usual.clicks) }
  if (findNoClicks(clicks, { orderValueBefore: 0n }).outcome === 'anomaly') return { state: 'silent', judged, usual }
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

/** Puts the clicks and orders of each day together. A day can be missing in both. */
export function joinDays(
  clickDays: readonly { day: Day; clicks: bigint }[],
  orderDays: readonly { day: Day; orders: bigint }[],
): DayOfOrders[] {
  const days = new Map<Day, DayOfOrders>()
  const get = (day: Day) => days.get(day) ?? { day, clicks: 0, orders: 0 }
  for (const { day, clicks } of clickDays) days.set(day, { ...get(day), clicks: Number(clicks) })
  for (const { day, orders } of orderDays) days.set(day, { ...get(day), orders: Number(orders) })
  return [...days.values()]
}

/**
 * Says of the home what `judgeOrdersPerClick` found, with the edge of the band that was left. At risk is a week of the
 * orders that are missing or too many, at the usual value of an order.
 */
export function findConversionChange(judgement: OrdersPerClick, usualOrderValue: Amount): Finding {
  const rule = 'conversion'
  if (!('low' in judgement)) return { rule, outcome: 'too_little' }
  if (judgement.state === 'within') return { rule, outcome: 'normal' }
  const { state, judged, usual, low, high } = judgement
  const edge = state === 'below' ? low : high
  const [orders, clicks] = [BigInt(judged.orders), BigInt(judged.clicks)]
  const difference = Math.abs((usual.orders / usual.clicks) * judged.clicks - judged.orders)
  const weekly = BigInt(Math.round((difference * WEEK_DAYS) / JUDGED_DAYS))
  return {
    rule,
    outcome: 'anomaly',
    now: toPpm(orders, clicks),
    before: BigInt(Math.round((edge / judged.clicks) * 1_000_000)),
    atRisk: (weekly * usualOrderValue) / BigInt(usual.orders),
  }
}

function sumUp(days: readonly DayOfOrders[]): ClicksAndOrders {
  return {
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
  }
}
