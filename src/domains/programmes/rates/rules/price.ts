import type { Amount } from '#kernel/money.ts'
import type { Rate } from './rate.ts'
import { findRate } from './resolve.ts'
import type { RateBook, RateFacts, RateRule } from './resolve.ts'

/** A part of an order that is priced. */
export interface PricedItem {
  group: string | null
  amount: Amount
}

/** The facts about an order that choose its rates. */
export type OrderFacts = Omit<RateFacts, 'productGroup'> & {
  /** Undefined if the order has none, which only fixed rates allow. */
  value: Amount | undefined
  /** They add up to the value; without any, the order is one part without a product group. */
  items: readonly PricedItem[]
}

/** The items of a product group, and the rule that decides their rate. */
export interface PricedPart {
  winner: RateRule
  productGroup: string | null
  amount: Amount | undefined
}

/** What an order earns, and how. */
export interface Price {
  kind: Rate['kind']
  /** Rounded down to 1/10,000 of the unit; zero for a percentage of an order without a value. */
  commission: Amount
  parts: readonly PricedPart[]
}

const MILLION = 1_000_000n

/** Prices an order part by part; `undefined` if its event has no rate. */
export function priceOrder(book: RateBook, order: OrderFacts): Price | undefined {
  const parts = resolveParts(book, order)
  const [first] = parts
  if (first === undefined) return undefined
  const fixed = findFixed(parts)
  if (fixed !== undefined) return { kind: 'fixed', commission: fixed, parts }
  return { kind: 'percent', commission: getWeight(parts) / MILLION, parts }
}

/**
 * Calculates the commission of an amended order. Without items its value is shared among the rates as that of the
 * reported order was.
 */
export function priceAmended(
  book: RateBook,
  reported: OrderFacts,
  { value, items }: { value: Amount; items: readonly PricedItem[] },
): Amount {
  const parts = resolveParts(book, items.length > 0 ? { ...reported, items } : reported)
  const fixed = findFixed(parts)
  if (fixed !== undefined) return fixed
  const whole = parts.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  return whole === 0n ? 0n : (getWeight(parts) * value) / (whole * MILLION)
}

function resolveParts(book: RateBook, order: OrderFacts): PricedPart[] {
  const amounts = new Map<string | null, Amount | undefined>()
  for (const { group, amount } of order.items) amounts.set(group, (amounts.get(group) ?? 0n) + amount)
  if (amounts.size === 0) amounts.set(null, order.value)
  const parts: PricedPart[] = []
  for (const [productGroup, amount] of amounts) {
    const winner = findRate(book, { ...order, productGroup })
    if (winner === undefined) return []
    parts.push({ winner, productGroup, amount })
  }
  return parts
}

/** Finds the fixed amount, which an order earns once. Events with rates for product groups have percentages only. */
function findFixed(parts: readonly PricedPart[]): Amount | undefined {
  for (const { winner } of parts) if (winner.rate.kind === 'fixed') return winner.rate.fixedAmount
  return undefined
}

/** Sums amount times rate, so that the commission is rounded once. */
function getWeight(parts: readonly PricedPart[]): bigint {
  return parts.reduce(
    (sum, { amount = 0n, winner: { rate } }) => sum + (rate.kind === 'percent' ? amount * BigInt(rate.ratePpm) : 0n),
    0n,
  )
}
