import type { Amount } from '#kernel/money.ts'

/** The rules that compare the last days of a programme with those before. */
export const ANOMALY_RULES = ['revenue', 'reversals', 'silent_publisher', 'no_clicks', 'conversion'] as const

/** One of `ANOMALY_RULES`. */
export type AnomalyRule = (typeof ANOMALY_RULES)[number]

/** A rule has nothing to compare with as long as there are fewer orders before. */
const MIN_ORDERS = 30

/** Clicks that were to be expected, below which silence says nothing. */
const MIN_EXPECTED_CLICKS = 20

/** Decided orders in each period, below which the share of cancelled ones says nothing. */
const MIN_DECIDED = 30

/** The full days of each rule. */
export const WEEK_DAYS = 7
export const BASE_DAYS = 28
export const SILENT_DAYS = 3

/** The publishers with the largest order value, among which silence is an anomaly. */
export const TOP_PUBLISHERS = 10

/** An anomaly with its two figures, in the unit of the rule: money, clicks, or parts per million. */
export interface Anomaly {
  outcome: 'anomaly'
  now: bigint
  before: bigint
  /** What a week like this one costs in order value, or would. */
  atRisk: Amount
  publisher?: { id: bigint; name: string }
}

/** What a rule says. `too_little` is not `normal`: there was nothing to compare with. */
export type Finding = { rule: AnomalyRule } & (Anomaly | { outcome: 'normal' } | { outcome: 'too_little' })

/** Orders of a period, by the day of the order, whatever became of them. */
export interface OrderSums {
  orders: bigint
  orderValue: Amount
}

/** Compares the order value of the last week with the week before: a quarter less is an anomaly. */
export function findRevenueDrop(week: OrderSums, before: OrderSums): Finding {
  const rule = 'revenue'
  if (before.orders < MIN_ORDERS) return { rule, outcome: 'too_little' }
  if (week.orderValue * 100n > before.orderValue * 75n) return { rule, outcome: 'normal' }
  const atRisk = before.orderValue - week.orderValue
  return { rule, outcome: 'anomaly', now: week.orderValue, before: before.orderValue, atRisk }
}

/** Orders that were decided in a period. */
export interface DecidedSums {
  confirmed: bigint
  cancelled: bigint
  cancelledValue: Amount
}

/** Compares the share of cancelled orders among the decided ones: twice the share before is an anomaly. */
export function findReversals(last: DecidedSums, before: DecidedSums): Finding {
  const rule = 'reversals'
  const [decided, decidedBefore] = [last, before].map(({ confirmed, cancelled }) => confirmed + cancelled)
  if (!decided || !decidedBefore) return { rule, outcome: 'too_little' }
  if (decided < MIN_DECIDED || decidedBefore < MIN_DECIDED) return { rule, outcome: 'too_little' }
  // A share of nothing before doubles with the first cancelled order, so it counts as one order.
  const least = before.cancelled === 0n ? 1n : before.cancelled
  if (last.cancelled * decidedBefore < 2n * least * decided) return { rule, outcome: 'normal' }
  const shares = { now: toPpm(last.cancelled, decided), before: toPpm(before.cancelled, decidedBefore) }
  return { rule, outcome: 'anomaly', ...shares, atRisk: last.cancelledValue / BigInt(BASE_DAYS / WEEK_DAYS) }
}

/** The clicks of a period, and those of the `BASE_DAYS` before it. */
export interface ClickSums {
  clicks: bigint
  clicksBefore: bigint
}

/** The clicks of a publisher in the last days, and what it sold in the days before. */
export interface PublisherSums extends ClickSums {
  id: bigint
  name: string
  orderValueBefore: Amount
}

/**
 * Finds the publishers without a click in the last `SILENT_DAYS` days, among the `TOP_PUBLISHERS`, the largest first. A
 * publisher with few clicks before is not judged.
 */
export function findSilentPublishers(publishers: readonly PublisherSums[]): Finding[] {
  const rule = 'silent_publisher'
  const judged = publishers.filter((publisher) => expectClicks(publisher, SILENT_DAYS) >= MIN_EXPECTED_CLICKS)
  if (judged.length === 0) return [{ rule, outcome: 'too_little' }]
  const silent = judged.filter(({ clicks }) => clicks === 0n)
  if (silent.length === 0) return [{ rule, outcome: 'normal' }]
  return silent.map((publisher) => {
    const { id, name, orderValueBefore } = publisher
    const before = BigInt(expectClicks(publisher, SILENT_DAYS))
    const atRisk = orderValueBefore / BigInt(BASE_DAYS / WEEK_DAYS)
    return { rule, outcome: 'anomaly', now: 0n, before, atRisk, publisher: { id, name } }
  })
}

/** Tells whether a programme had no click on the last full day and since then. */
export function findNoClicks(sums: ClickSums, { orderValueBefore }: { orderValueBefore: Amount }): Finding {
  const rule = 'no_clicks'
  const expected = expectClicks(sums, 1)
  if (expected < MIN_EXPECTED_CLICKS) return { rule, outcome: 'too_little' }
  if (sums.clicks > 0n) return { rule, outcome: 'normal' }
  const atRisk = orderValueBefore / BigInt(BASE_DAYS / WEEK_DAYS)
  return { rule, outcome: 'anomaly', now: 0n, before: BigInt(expected), atRisk }
}

/** The clicks that the days before let expect in some days, rounded down. */
function expectClicks({ clicksBefore }: ClickSums, days: number): number {
  return Math.floor((Number(clicksBefore) * days) / BASE_DAYS)
}

/** Returns a share in parts per million. */
export function toPpm(part: bigint, whole: bigint): bigint {
  return (part * 1_000_000n) / whole
}
