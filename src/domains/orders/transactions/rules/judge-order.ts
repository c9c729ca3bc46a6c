import type { Amount } from '#kernel/money.ts'
import { uuid7Time } from '#kernel/uuid7.ts'
import { isInWindow } from '#domains/programmes/programs/rules.ts'
import { commissionFor } from '#domains/programmes/rates/rules/rate.ts'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { priceOrder } from '#domains/programmes/rates/rules/price.ts'
import type { RateBook } from '#domains/programmes/rates/rules/resolve.ts'
import { ORPHAN_REASONS } from '../contract/vocabulary.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import { isTooFarAhead } from './clock-ahead.ts'
import type { Order } from './read-order.ts'

/** The facts about the click to which an order is credited. */
export interface CreditedClick {
  advertiserId: bigint
  clickedAt: Date
  isPayable: boolean
}

/** The facts about the terms that were in force at the click. */
export interface CreditedTerms {
  currency: string
  windowDays: number
  couponRule: CouponRule
  /** How many rules there are beside the rates. */
  ruleCount: number
  /** By event. */
  rates: ReadonlyMap<string, Rate>
}

/** What prices an order whose terms have rules: these, and the facts that choose among them. */
export interface Pricing {
  book: RateBook
  publisherId: bigint
  /** The regions of the domain to which the click led. */
  regions: readonly string[]
  /** The time of the click; of the order, if it is credited by coupon. */
  at: Date
}

/** The facts that decide whether an order counts. */
export interface OrderFacts {
  order: Order
  advertiserId: bigint
  click: CreditedClick
  /** Absent while this process's catalog does not contain them yet. */
  terms: CreditedTerms | undefined
  /** Absent for terms without rules. */
  pricing?: Pricing | undefined
  /** When the postback of the order was received. */
  reportedAt: Date
}

/** What an order is worth by itself: its value in its own currency, and the commission in that of the commission. */
export interface OwnWorth {
  orderValue: Amount
  currency: string
  commission: Amount
  /** That of the order for a commission in percent, that of the terms for a fixed one. */
  commissionCurrency: string
}

/** What an order is worth, and the number of the rule that decided its rate. */
export interface PricedWorth extends OwnWorth {
  /** 0 for the rate of the event itself, `SEVERAL_RULES` for an order whose items have several. */
  ruleNo: number
}

/** Stands for the rules of an order whose items have several. */
export const SEVERAL_RULES = -1

/** What an order is worth, or the reason why it does not count; `retry` while that cannot be decided. */
export type Judgement = PricedWorth | { reason: PostbackReason | 'retry' }

/**
 * Judges a well-formed order. A click newer than the order counts as one at the time of the order, up to
 * `MAX_AHEAD_MS`. It checks `test` last, so an order rejected as a test would have been recorded without that flag.
 */
export function judgeOrder({ order, advertiserId, click, terms, pricing, reportedAt }: OrderFacts): Judgement {
  if (click.advertiserId !== advertiserId) return { reason: 'wrong_advertiser' }
  if (!click.isPayable) return { reason: 'click_not_payable' }
  if (!terms) return { reason: 'retry' }
  const { clickedAt } = click
  if (isTooFarAhead(clickedAt, reportedAt)) return { reason: 'click_too_far_ahead' }
  const at = clickedAt > reportedAt ? clickedAt : reportedAt
  if (!isInWindow({ clickedAt, at, windowDays: terms.windowDays })) return { reason: 'expired_click' }
  return judgeValue(order, terms, pricing)
}

/** Judges the value of a well-formed order by the terms that count for it. */
export function judgeValue(order: Order, terms: CreditedTerms, pricing?: Pricing): Judgement {
  const price = pricing ? priceByRules(order, pricing) : priceByRate(order, terms)
  if (!price) return { reason: 'unknown_event' }
  if (price.kind === 'percent' && order.amount === undefined) return { reason: 'missing_amount' }
  if (order.isTest) return { reason: 'test' }
  const currency = order.currency ?? terms.currency
  const commissionCurrency = price.kind === 'percent' ? currency : terms.currency
  const { commission, ruleNo } = price
  return { orderValue: order.amount ?? 0n, currency, commission, commissionCurrency, ruleNo }
}

interface OwnPrice extends Pick<PricedWorth, 'commission' | 'ruleNo'> {
  kind: Rate['kind']
}

function priceByRate({ event, amount = 0n }: Order, { rates }: CreditedTerms): OwnPrice | undefined {
  const rate = rates.get(event)
  return rate && { kind: rate.kind, commission: commissionFor(rate, amount), ruleNo: 0 }
}

function priceByRules({ event, amount, items, customerStatus }: Order, pricing: Pricing): OwnPrice | undefined {
  const price = priceOrder(pricing.book, { ...pricing, event, value: amount, items, customer: customerStatus })
  if (!price) return undefined
  const [ruleNo = 0, ...others] = new Set(price.parts.map(({ winner }) => winner.number))
  return { ...price, ruleNo: others.length > 0 ? SEVERAL_RULES : ruleNo }
}

/** The reasons for which no click credits an order, so that the owner of its coupon code may earn it. */
export const CLICK_FAULTS: readonly (PostbackReason | 'retry')[] = ORPHAN_REASONS

/** The longest time that a click may wait in the spool while the database is down. */
const SPOOL_MS = 24 * 3_600_000

/** Tells whether a click that is not in the database may still be in the spool. */
export function mayStillArrive(clickId: string, now: Date): boolean {
  return now.getTime() - uuid7Time(clickId) < SPOOL_MS
}

/**
 * Compares a repeated postback with the recorded transaction; `null` if they agree. The transaction does not change
 * either way. The same number in another currency is another amount; a click differs only if both name one.
 */
export function findDifference(
  recorded: { orderValue: Amount; currency: string; clickId: string | null },
  reported: { amount: Amount | undefined; currency: string | undefined; clickId: string | undefined },
): 'amount_differs' | 'click_differs' | null {
  if (reported.amount !== undefined && reported.amount !== recorded.orderValue) return 'amount_differs'
  if (reported.currency !== undefined && reported.currency !== recorded.currency) return 'amount_differs'
  if (recorded.clickId === null || reported.clickId === undefined) return null
  return reported.clickId === recorded.clickId ? null : 'click_differs'
}
