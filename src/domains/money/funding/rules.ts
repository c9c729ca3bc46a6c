import { DAY_MS } from '#kernel/days.ts'
import { AMOUNT_SCALE } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** Whether an advertiser pays in before its orders are covered, or owes up to its credit limit. */
export const BILLING_MODES = ['prepaid', 'postpaid'] as const

/** One of `BILLING_MODES`. */
export type BillingMode = (typeof BILLING_MODES)[number]

/** Money that came from an advertiser, or went back to it. */
export const DEPOSIT_KINDS = ['deposit', 'refund'] as const

/** One of `DEPOSIT_KINDS`. */
export type DepositKind = (typeof DEPOSIT_KINDS)[number]

/**
 * How much of funds and credit is used, in steps at which the advertiser is told. `used_up` is the step with dates: it
 * begins when the smallest sum is missing of one that knows how to pay.
 */
export const LADDER_LEVELS = ['free', 'low', 'used_up'] as const

/** One of `LADDER_LEVELS`. */
export type LadderLevel = (typeof LADDER_LEVELS)[number]

/** A level of which advertisers, publishers and operators are told. */
export type ToldLevel = Exclude<LadderLevel, 'free'>

/** The money of an advertiser, in 1/10,000 USD. */
export interface Funding {
  /** Deposits less refunds and what covered orders. Below zero while it uses its credit, or owes a shortfall. */
  funds: Amount
  creditLimit: Amount
  /** Commission and fees on confirmed orders that are not covered. */
  owed: Amount
  /** What was free after the last deposit, refund or change of the limit, or the most that came back since. */
  capacity: Amount
}

/** The largest deposit and credit limit: one hundred million USD. */
export const MAX_DEPOSIT: Amount = 100_000_000n * AMOUNT_SCALE

/** What has to be missing before the dates of the warnings begin, until an operator sets another sum: 50 USD. */
export const DEFAULT_SMALLEST_MISSING: Amount = 50n * AMOUNT_SCALE

/** Full days from the beginning of the dates to the end of joins, and to the closing of joins and promotions. */
export const NO_JOINS_DAYS = 3
/** @see NO_JOINS_DAYS */
export const CLOSED_DAYS = 14
/** The part of funds and credit, in percent, at which an advertiser is told. */
const WARNING_PERCENT = 80

/** Calculates what can cover further orders. */
export function getAvailable({ funds, creditLimit }: Pick<Funding, 'funds' | 'creditLimit'>): Amount {
  return max(funds + creditLimit, 0n)
}

/** Calculates what is missing before funds and credit cover anything: what the bank took back after it was used. */
export function getShortfall({ funds, creditLimit }: Pick<Funding, 'funds' | 'creditLimit'>): Amount {
  return max(-(funds + creditLimit), 0n)
}

/** Calculates what funds and credit do not cover: what is owed beyond them, with the shortfall. */
export function getMissing({ funds, creditLimit, owed }: Omit<Funding, 'capacity'>): Amount {
  return max(owed - funds - creditLimit, 0n)
}

/** Calculates what is free of funds and credit after all that is owed; zero while more is owed. */
export function getFree({ funds, creditLimit, owed }: Omit<Funding, 'capacity'>): Amount {
  return max(funds + creditLimit - owed, 0n)
}

/**
 * Calculates how much of funds and credit is used, in whole percent, rounded down. The whole is what was free after the
 * last deposit, and at least the credit limit and what is free now. Without any of these it is 100 as soon as something
 * is owed or missing.
 */
export function getUsedPercent(funding: Funding): number {
  const free = getFree(funding)
  const whole = max(max(funding.capacity, funding.creditLimit), free)
  if (whole === 0n) return funding.owed + getShortfall(funding) > 0n ? 100 : 0
  return Number(((whole - free) * 100n) / whole)
}

/**
 * Determines the level of an advertiser by what is used. Its dates begin when the smallest sum is missing, never before
 * there are payment instructions (`pay`), and last until something is free.
 */
export function getLadderLevel(
  funding: Funding & Pick<Ladder, 'usedUpAt'>,
  pay: { smallestMissing: Amount } | undefined,
): LadderLevel {
  const used = getUsedPercent(funding)
  const hasBegun = funding.usedUpAt !== null || (pay !== undefined && getMissing(funding) >= pay.smallestMissing)
  if (used >= 100 && hasBegun) return 'used_up'
  return used >= WARNING_PERCENT ? 'low' : 'free'
}

/** The complete days from which the mean cost of a day is taken, and the fewest that it needs. */
export const COST_DAYS = 28
/** @see COST_DAYS */
export const MIN_COST_DAYS = 7

/** What confirmed orders cost in the last complete days, at most `COST_DAYS`, from the first one with an order on. */
export interface Cost {
  sum: Amount
  days: number
}

/** Calculates the mean cost of a day; null with fewer than `MIN_COST_DAYS` days. */
export function getDailyCost({ sum, days }: Cost): Amount | null {
  return days < MIN_COST_DAYS ? null : sum / BigInt(days)
}

/** Coverage for longer is not counted. */
const MAX_COVERED_DAYS = 999

/**
 * Calculates for how many whole days funds and credit last at the mean cost of the last complete days, after all that
 * is owed. Zero while more is owed than they cover; null if the days are too few, or nothing was confirmed in them, so
 * that no mean is known.
 */
export function getCoveredDays({ cost, ...funding }: Omit<Funding, 'capacity'> & { cost: Cost }): number | null {
  if (funding.owed > getAvailable(funding)) return 0
  if (cost.days < MIN_COST_DAYS || cost.sum <= 0n) return null
  const days = (getFree(funding) * BigInt(cost.days)) / cost.sum
  return days > BigInt(MAX_COVERED_DAYS) ? MAX_COVERED_DAYS : Number(days)
}

/** The warnings that hold for an advertiser, with their dates. */
export interface Ladder {
  warnedAt: Date | null
  usedUpAt: Date | null
  noJoinsFrom: Date | null
  closedFrom: Date | null
}

/**
 * Determines the warnings at a level. A warning keeps its dates as long as its level lasts. The days are full UTC days,
 * so that the advertiser never has less time than the dates say.
 */
export function stepLadder(ladder: Ladder, level: LadderLevel, now: Date): Ladder {
  if (level === 'free') return { warnedAt: null, usedUpAt: null, noJoinsFrom: null, closedFrom: null }
  const warnedAt = ladder.warnedAt ?? now
  if (level === 'low') return { warnedAt, usedUpAt: null, noJoinsFrom: null, closedFrom: null }
  if (ladder.usedUpAt !== null) return { ...ladder, warnedAt }
  return {
    warnedAt,
    usedUpAt: now,
    noJoinsFrom: startOfDayAfter(now, NO_JOINS_DAYS),
    closedFrom: startOfDayAfter(now, CLOSED_DAYS),
  }
}

/** The first moment of the UTC day that is at least `days` full days later. */
function startOfDayAfter(now: Date, days: number): Date {
  return new Date((Math.ceil(now.getTime() / DAY_MS) + days) * DAY_MS)
}

/**
 * The kinds of lines behind the figures of a billing: funds used for an order, what a later decision brought back, and
 * what was paid back to the advertiser; what an order still needs; and new orders and corrections of an invoice.
 */
export const FUNDS_LINE_KINDS = ['cover', 'return', 'refund', 'uncovered', 'order', 'correction'] as const

/** One of `FUNDS_LINE_KINDS`. */
export type FundsLineKind = (typeof FUNDS_LINE_KINDS)[number]

/** The part of all payments, laid end to end in the order in which they came, that is one of them. */
export interface PaymentPart {
  from: Amount
  until: Amount
}

/**
 * Calculates how much of a payment pays for a use of funds: the oldest payment is used first, and what comes back goes
 * to the payment that was used last. `before` and `after` are what was used in all before and after it, so a use that
 * brings money back has a negative part. The parts of a use sum up to it, as far as payments reach; what lies beyond
 * them is credit, until a later payment.
 */
export function getPaidPart(
  { before, after }: { before: Amount; after: Amount },
  { from, until }: PaymentPart,
): Amount {
  const clamp = (sum: Amount) => (sum < from ? from : sum > until ? until : sum)
  return clamp(after) - clamp(before)
}

function max(one: Amount, other: Amount): Amount {
  return one > other ? one : other
}
