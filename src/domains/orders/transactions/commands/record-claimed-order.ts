import { findTermsAt } from '#domains/programmes/programs/queries/terms.ts'
import { readRateBook } from '#domains/programmes/rates/queries/rule-books.ts'
import { MAX_ORDER_AMOUNT } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import { judgeValue } from '../rules/judge-order.ts'
import type { CreditedTerms, PricedWorth, Pricing } from '../rules/judge-order.ts'
import { exchangeOrder, toWorthColumns } from './exchange-order.ts'
import type { ExchangedOrder } from './exchange-order.ts'
import { insertAlone } from './insert-orders.ts'

/** An order that a publisher claims. */
export interface ClaimedOrderInput {
  claimId: string
  publisherId: bigint
  siteId: bigint
  advertiserId: bigint
  orderRef: string
  event: string
  /** Null for an order without a value. */
  amount: Amount | null
  currency: string
  /** By its terms and on its day the order counts. */
  orderedAt: Date
  /** The click, if it was found. */
  clickId: string | null
}

/** A worth with the terms by which it was judged and what it is in USD, or why the order has none. */
export type ClaimWorth = (PricedWorth & WeighedBy) | { reason: PostbackReason }

interface WeighedBy {
  terms: CreditedTerms & { termsId: bigint }
  /** Undefined while its currency has no rate. */
  exchanged: ExchangedOrder | undefined
}

/**
 * Judges a claimed order by the terms in force at the order, as an order by coupon is judged, at the rate of its day.
 * One above the maximum has no worth.
 */
export async function judgeClaimedOrder(ctx: Ctx, order: Omit<ClaimedOrderInput, 'claimId'>): Promise<ClaimWorth> {
  const found = await findTermsAt(ctx.db, { advertiserId: order.advertiserId, at: order.orderedAt })
  if (!found) return { reason: 'unknown_event' }
  const terms = { ...found, termsId: found.id, rates: new Map(found.rates.map(({ event, ...rate }) => [event, rate])) }
  const { orderRef, event, amount, currency } = order
  const judgement = judgeValue(
    {
      clickToken: undefined,
      orderRef,
      event,
      amount: amount ?? undefined,
      currency,
      coupon: null,
      customerStatus: null,
      items: [],
      remark: null,
      isTest: false,
    },
    terms,
    await readPricing(ctx, terms, order),
  )
  if ('orderValue' in judgement) {
    const exchanged = await exchangeOrder(ctx.db, judgement, order.orderedAt)
    if (exchanged && exchanged.orderValue > MAX_ORDER_AMOUNT) return { reason: 'absurd_amount' }
    return { ...judgement, terms, exchanged }
  }
  if (judgement.reason === 'retry') throw new Error('A value is judged without a click.')
  return { reason: judgement.reason }
}

type ClaimTerms = CreditedTerms & { termsId: bigint }

/** Reads the rules of the terms that may price the order. Like an order by coupon, a claimed one led to no domain. */
async function readPricing(
  { db }: Ctx,
  terms: ClaimTerms,
  { event, publisherId, orderedAt: at }: Omit<ClaimedOrderInput, 'claimId'>,
): Promise<Pricing | undefined> {
  if (terms.ruleCount === 0) return undefined
  const book = await readRateBook(db, terms, { event, publisherIds: [publisherId] })
  return { book, publisherId, regions: [], at }
}

/**
 * Records a claimed order in the transaction of the caller, once per advertiser, order id and event, as an order by
 * coupon is recorded: under the terms in force at the order and exchanged at the rate of its day. `known`: an order
 * with this key was recorded before, and nothing changes.
 */
export async function recordClaimedOrder(
  tx: Ctx,
  order: ClaimedOrderInput,
): Promise<{ result: 'recorded'; transactionId: string } | { result: 'known' } | { reason: PostbackReason }> {
  const worth = await judgeClaimedOrder(tx, order)
  if ('reason' in worth) return worth
  const transactionId = uuid7(tx.now.getTime())
  const insertion = await insertAlone(tx.db, {
    attribution: 'claim',
    publisher_id: String(order.publisherId),
    click_id: order.clickId,
    site_id: String(order.siteId),
    advertiser_id: String(order.advertiserId),
    terms_id: String(worth.terms.termsId),
    transaction_id: transactionId,
    order_ref: order.orderRef,
    event: order.event,
    ...toWorthColumns(worth),
    coupon: null,
    customer_status: null,
    regions: [],
    channel: 'claim',
    ordered_at: order.orderedAt.toISOString(),
    claim_id: order.claimId,
    postback_id: null,
    parameters: null,
    remark: null,
    items: [],
  })
  return insertion === 'fresh' ? { result: 'recorded', transactionId } : { result: 'known' }
}
