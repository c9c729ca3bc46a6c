import { findRate } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateBook, RateRule, RuleCustomer } from '#domains/programmes/rates/rules/resolve.ts'
import type { Amount } from '#kernel/money.ts'

/** The days whose orders a replay prices. */
export const REPLAY_DAYS = 30

const DAY_MS = 86_400_000

/** Parts of orders that no rule tells apart. */
export interface OrderSlice {
  publisherId: bigint
  event: string
  productGroup: string | null
  regions: string[] | null
  customer: RuleCustomer | null
  /** The first of their clicks. */
  at: Date
  /** How many orders have their first part here, and how much the parts are worth in USD. */
  orders: number
  amount: Amount
}

/** What the orders of a publisher are worth, and earn by the rates in force and by the draft. */
export interface ReplayedPublisher {
  publisherId: bigint
  orders: number
  value: Amount
  before: Amount
  after: Amount
}

/** What a replay compares. `startsAt` is when the draft would begin. */
export interface Replayed {
  before: RateBook
  after: RateBook
  startsAt: Date
  /** The end of the replayed days. */
  until: Date
}

/** The time by which orders are moved, so that the first replayed day becomes the first day of the draft. */
function getShift({ startsAt, until }: Pick<Replayed, 'startsAt' | 'until'>): number {
  return startsAt.getTime() - (until.getTime() - REPLAY_DAYS * DAY_MS)
}

/** Lists the times of clicks, in order, between which the same rules hold. */
export function listBoundaries(replayed: Replayed): Date[] {
  const shift = getShift(replayed)
  const times = [replayed.before, replayed.after].flatMap(({ rules }) =>
    rules.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].flatMap((each) => each?.getTime() ?? [])),
  )
  return [...new Set(times)].toSorted((one, other) => one - other).map((time) => new Date(time - shift))
}

/** Returns the replayed day of this number, from 0, as a half-open range. */
export function getReplayDay(until: Date, day: number): { from: Date; until: Date } {
  const from = until.getTime() + (day - REPLAY_DAYS) * DAY_MS
  return { from: new Date(from), until: new Date(from + DAY_MS) }
}

/**
 * Prices slices by the rates in force and by the draft, and adds them to the sums of their publishers. Sums are
 * rounded, not each order. A click before the first replayed day counts as one at the beginning of the draft.
 */
export function addSlices(
  sums: Map<bigint, ReplayedPublisher>,
  slices: readonly OrderSlice[],
  replayed: Replayed,
): void {
  const shift = getShift(replayed)
  for (const slice of slices) {
    const { publisherId, orders, amount } = slice
    const at = new Date(Math.max(slice.at.getTime() + shift, replayed.startsAt.getTime()))
    const facts = { ...slice, regions: slice.regions ?? [], at }
    const sum = sums.get(publisherId) ?? { publisherId, orders: 0, value: 0n, before: 0n, after: 0n }
    sum.orders += orders
    sum.value += amount
    sum.before += earn(findRate(replayed.before, facts), slice)
    sum.after += earn(findRate(replayed.after, facts), slice)
    sums.set(publisherId, sum)
  }
}

function earn(rule: RateRule | undefined, { orders, amount }: OrderSlice): Amount {
  if (rule === undefined) return 0n
  const { rate } = rule
  return rate.kind === 'fixed' ? rate.fixedAmount * BigInt(orders) : (amount * BigInt(rate.ratePpm)) / 1_000_000n
}

/** Sums of a replay as they are stored: ids and amounts as text. */
export interface StoredReplay {
  publishers: { id: string; orders: number; value: string; before: string; after: string }[]
}

/** Writes the sums of a replay for storage, those who lose most first. */
export function toStoredReplay(sums: Iterable<ReplayedPublisher>): StoredReplay {
  const sorted = [...sums].toSorted((one, other) => {
    const [gain, otherGain] = [one.after - one.before, other.after - other.before]
    if (gain === otherGain) return one.publisherId < other.publisherId ? -1 : 1
    return gain < otherGain ? -1 : 1
  })
  return {
    publishers: sorted.map(({ publisherId, orders, value, before, after }) => ({
      id: String(publisherId),
      orders,
      value: String(value),
      before: String(before),
      after: String(after),
    })),
  }
}
