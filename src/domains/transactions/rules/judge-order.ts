import type { Amount } from '#kernel/money.ts'
import { uuid7Time } from '#kernel/uuid7.ts'
import type { PostbackReason } from '../contract.ts'
import type { Order } from './read-order.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the rules need to know of the click that an order is credited to. */
export interface CreditedClick {
  advertiserId: bigint
  clickedAt: Date
  isPayable: boolean
}

/** What the rules need to know of the terms version that was in force at the click. */
export interface CreditedTerms {
  currency: string
  windowDays: number
  /** The commission of an order; `undefined` when the terms pay nothing for the event, `needs_amount` when they pay a share of one. */
  commissionOf(event: string, amount: Amount | undefined): Amount | 'needs_amount' | undefined
}

/** The facts that an order is judged by. */
export interface OrderFacts {
  order: Order
  advertiserId: bigint
  click: CreditedClick
  terms: CreditedTerms
  now: Date
}

/** What an order is worth, or why it is worth nothing. */
export type Judgement = { orderValue: Amount; commission: Amount; currency: string } | { reason: PostbackReason }

/** Judges a well-formed order. `test` is the last reason of all: it says that the same order without the flag would have been recorded. */
export function judgeOrder({ order, advertiserId, click, terms, now }: OrderFacts): Judgement {
  if (click.advertiserId !== advertiserId) return { reason: 'wrong_advertiser' }
  if (!click.isPayable) return { reason: 'click_not_payable' }
  if (now >= windowEnd(click.clickedAt, terms.windowDays)) return { reason: 'expired_click' }
  if (order.currency !== undefined && order.currency !== terms.currency) return { reason: 'unsupported_currency' }
  const commission = terms.commissionOf(order.event, order.amount)
  if (commission === undefined) return { reason: 'unknown_event' }
  if (commission === 'needs_amount') return { reason: 'missing_amount' }
  if (order.isTest) return { reason: 'test' }
  return { orderValue: order.amount ?? 0n, commission, currency: terms.currency }
}

/** The first instant outside a click's window. A window of 0 days is the session, taken as the 24 hours after the click. */
export function windowEnd(clickedAt: Date, windowDays: number): Date {
  return new Date(clickedAt.getTime() + Math.max(windowDays, 1) * DAY_MS)
}

/** For how long a click with a genuine token may still be on its way into the database (spooled while that was away). */
const SPOOL_MS = 24 * HOUR_MS

/** Whether a click that is not in the database may still arrive there. */
export function mayStillArrive(clickId: string, now: Date): boolean {
  return now.getTime() - uuid7Time(clickId) < SPOOL_MS
}

/** In what a repeated report differs from the recorded transaction; `null` when in nothing. The record stands either way. */
export function differenceTo(
  recorded: { orderValue: Amount; clickId: string },
  reported: { amount: Amount | undefined; clickId: string },
): 'amount_differs' | 'click_differs' | null {
  if (reported.amount !== undefined && reported.amount !== recorded.orderValue) return 'amount_differs'
  return reported.clickId === recorded.clickId ? null : 'click_differs'
}
