import type { Amount } from '#kernel/money.ts'
import { uuid7Time } from '#kernel/uuid7.ts'
import { commissionFor, isInWindow } from '#domains/programs/rules.ts'
import type { Rate } from '#domains/programs/rules.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import type { Order } from './read-order.ts'

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
  /** By event. */
  rates: ReadonlyMap<string, Rate>
}

/** The facts that an order is judged by. */
export interface OrderFacts {
  order: Order
  advertiserId: bigint
  click: CreditedClick
  /** Absent while this process has not heard of them yet. */
  terms: CreditedTerms | undefined
  now: Date
}

/** What an order is worth, or why it is worth nothing; `retry` when that cannot be said yet. */
export type Judgement =
  | { orderValue: Amount; commission: Amount; currency: string }
  | { reason: PostbackReason | 'retry' }

/**
 * Judges a well-formed order. `test` is the last reason of all: the same order without the flag would have been
 * recorded.
 */
export function judgeOrder({ order, advertiserId, click, terms, now }: OrderFacts): Judgement {
  if (click.advertiserId !== advertiserId) return { reason: 'wrong_advertiser' }
  if (!click.isPayable) return { reason: 'click_not_payable' }
  if (!terms) return { reason: 'retry' }
  const { currency, windowDays, rates } = terms
  if (!isInWindow({ clickedAt: click.clickedAt, at: now, windowDays })) return { reason: 'expired_click' }
  if (order.currency !== undefined && order.currency !== currency) return { reason: 'unsupported_currency' }
  const rate = rates.get(order.event)
  if (!rate) return { reason: 'unknown_event' }
  if (rate.kind === 'percent' && order.amount === undefined) return { reason: 'missing_amount' }
  if (order.isTest) return { reason: 'test' }
  const orderValue = order.amount ?? 0n
  return { orderValue, commission: commissionFor(rate, orderValue), currency }
}

/** For how long a click with a genuine token may still be on its way here, spooled while the database was away. */
const SPOOL_MS = 24 * 3_600_000

/** Whether a click that is not in the database may still arrive there. */
export function mayStillArrive(clickId: string, now: Date): boolean {
  return now.getTime() - uuid7Time(clickId) < SPOOL_MS
}

/**
 * In what a repeated report differs from the recorded transaction; `null` when in nothing. The record stands either
 * way.
 */
export function differenceTo(
  recorded: { orderValue: Amount; clickId: string },
  reported: { amount: Amount | undefined; clickId: string },
): 'amount_differs' | 'click_differs' | null {
  if (reported.amount !== undefined && reported.amount !== recorded.orderValue) return 'amount_differs'
  return reported.clickId === recorded.clickId ? null : 'click_differs'
}
