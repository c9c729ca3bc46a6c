import type { Db } from '#database'
import { MAX_ORDER_AMOUNT } from '#kernel/money.ts'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import { findCouponOwner } from '#domains/tracking/promotions/queries/coupon-owners.ts'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import { isAhead } from '../rules/clock-ahead.ts'
import { toItemRows } from '../rules/order-items.ts'
import type { Order } from '../rules/read-order.ts'
import { CLICK_FAULTS, judgeOrder, judgeValue, mayStillArrive } from '../rules/judge-order.ts'
import type { CreditedTerms, PricedWorth, Pricing } from '../rules/judge-order.ts'
import { exchangeOrder } from './exchange-order.ts'
import type { ExchangedOrder } from './exchange-order.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { ClickPostback, OrderPostback, Outcome } from './find-duplicate.ts'
import { insertOrders } from './insert-orders.ts'
import type { CountingOrder, InsertOrder } from './insert-orders.ts'
import { buildPostbackRow, rejectPostback } from './store-postback.ts'
import { waitForClock } from './wait-for-clock.ts'
import type { RateBook } from '#domains/programmes/rates/rules/resolve.ts'

/** Finds terms in memory; `undefined` for a version that this process's catalog does not contain yet. */
export interface TermsSource {
  findTerms(termsId: bigint): VersionTerms | undefined
  /** Finds the version of an advertiser's terms that was in force at a time. */
  findTermsAt(advertiserId: bigint, at: Date): VersionTerms | undefined
  /** Answers the rules of a version, nearly always from memory. */
  readRates(terms: VersionTerms): Promise<RateBook>
  /** Finds the regions of the domain to which a click led; without its destination, only if all hosts have the same. */
  findRegions(advertiserId: bigint, destination?: string): readonly string[] | undefined
}

type VersionTerms = CreditedTerms & { termsId: bigint }

/** What recording an order needs beside the database. */
export interface OrderSource {
  terms: TermsSource
  /** Writes an order that counts. By default each is written alone, in the database transaction of the caller. */
  insertOrder?: InsertOrder
}

/** Who earns an order: the publisher of the click, or the owner of the coupon code for its site. */
type Credit = Pick<CountingOrder, 'attribution' | 'publisher_id' | 'click_id' | 'site_id'>

/** The value of an order that counts, with the time and the terms of its click, or of the order by coupon. */
type Creditable = PricedWorth & {
  clickedAt: Date
  termsId: bigint
  credit: Credit
  /** The regions of the domain to which the click led; null if they are not known. */
  regions: readonly string[] | null
}

function creditClick({ click }: ClickPostback): Credit {
  const { publisherId, clickId } = click
  return { attribution: 'click', publisher_id: String(publisherId), click_id: clickId }
}

function creditOwner({ publisherId, siteId }: { publisherId: bigint; siteId: bigint }): Credit {
  return { attribution: 'coupon', publisher_id: String(publisherId), site_id: String(siteId) }
}

/**
 * Records an order once per advertiser, order id and event, at any concurrency, in one database transaction. Its answer
 * is committed. A recorded order stays a duplicate even after the window of its click. An order that counts but whose
 * click is newer than the clock waits, unless it was accepted before. The command is idempotent, so the caller may
 * repeat it when the commit is uncertain.
 */
export async function recordOrder(ctx: Ctx, source: OrderSource, postback: OrderPostback): Promise<Outcome> {
  const byCoupon = await recordByCoupon(ctx, source, { postback, rule: 'code_wins' })
  if (byCoupon) return byCoupon
  const { click } = postback
  if (!click) {
    const reason = postback.order.clickToken === undefined ? 'missing_click_id' : 'forged_click_id'
    return recordUncredited(ctx, source, { postback, reason })
  }
  const clicked = { ...postback, click }
  return (await recordWithoutClick(ctx, source, clicked)) ?? recordByClick(ctx, source, clicked)
}

/**
 * Records the order for the owner of its coupon code, under the terms in force at the order. Answers `undefined` and
 * changes nothing if these terms have another rule or if the code has no owner who may earn.
 */
async function recordByCoupon(
  ctx: Ctx,
  source: OrderSource,
  { postback, rule }: { postback: OrderPostback; rule: CouponRule },
): Promise<Outcome | undefined> {
  const { order, advertiserId } = postback
  if (order.coupon === null) return undefined
  const inForce = source.terms.findTermsAt(advertiserId, ctx.now)
  if (inForce?.couponRule !== rule) return undefined
  const owner = await findCouponOwner(ctx.db, { advertiserId, code: order.coupon })
  if (!owner) return undefined
  const { publisherId } = owner
  const pricing = await readPricing(source, inForce, { publisherId, regions: NO_REGIONS, at: ctx.now })
  const judgement = judgeValue(order, inForce, pricing)
  if ('reason' in judgement) return answerUnrecorded(ctx, postback, judgement.reason)
  const credited = { termsId: inForce.termsId, credit: creditOwner(owner), regions: NO_REGIONS }
  const worth = { ...judgement, clickedAt: ctx.now, ...credited }
  return insertOnce(ctx, source, { postback, worth })
}

/** An order by coupon led to no domain. */
const NO_REGIONS: readonly string[] = []

/** Reads what prices an order whose terms have rules. */
async function readPricing(
  { terms: source }: OrderSource,
  terms: VersionTerms,
  facts: Omit<Pricing, 'book'>,
): Promise<Pricing | undefined> {
  return terms.ruleCount === 0 ? undefined : { ...facts, book: await source.readRates(terms) }
}

/** No click credits the order: the owner of its coupon code may earn it, else it is rejected for `reason`. */
async function recordUncredited(
  ctx: Ctx,
  source: OrderSource,
  { postback, reason }: { postback: OrderPostback; reason: PostbackReason },
): Promise<Outcome> {
  const byCoupon = await recordByCoupon(ctx, source, { postback, rule: 'code_without_click' })
  return byCoupon ?? answerUnrecorded(ctx, postback, reason)
}

/**
 * Records the order without reading the click first. It assumes a payable click under the terms of that time, which a
 * genuine token nearly always means; the statement records the order only if that is true. Answers `undefined` and
 * changes nothing if it is not true, or if the order does not count or has to wait.
 */
async function recordWithoutClick(
  ctx: Ctx,
  source: OrderSource,
  postback: ClickPostback,
): Promise<Outcome | undefined> {
  const { order, advertiserId } = postback
  if (mustWait(ctx, postback)) return undefined
  const clickedAt = new Date(uuid7Time(postback.click.clickId))
  const likely = source.terms.findTermsAt(advertiserId, clickedAt)
  if (!likely) return undefined
  const regions = source.terms.findRegions(advertiserId)
  const { publisherId } = postback.click
  const pricing = await readPricing(source, likely, { publisherId, regions: regions ?? NO_REGIONS, at: clickedAt })
  // Only the click says to which of several domains it led.
  if (pricing?.book.namesRegions && !regions) return undefined
  const click = { advertiserId, clickedAt, isPayable: true }
  const reportedAt = getReportedAt(ctx, postback)
  const judgement = judgeOrder({ order, advertiserId, click, terms: likely, pricing, reportedAt })
  if ('reason' in judgement) return undefined
  const credited = { termsId: likely.termsId, credit: creditClick(postback), regions: regions ?? null }
  const worth = { ...judgement, clickedAt, ...credited }
  return insertOnce(ctx, source, { postback, worth })
}

async function recordByClick(ctx: Ctx, source: OrderSource, postback: ClickPostback): Promise<Outcome> {
  const click = await findClick(ctx.db, postback.click)
  if (!click) {
    if (mayStillArrive(postback.click.clickId, ctx.now)) return answerUnrecorded(ctx, postback, 'retry')
    return recordUncredited(ctx, source, { postback, reason: 'unknown_click' })
  }
  const { order, advertiserId } = postback
  const terms = source.terms.findTerms(click.termsId)
  const regions = source.terms.findRegions(advertiserId, click.destination ?? '') ?? NO_REGIONS
  const facts = { publisherId: postback.click.publisherId, regions, at: click.clickedAt }
  const judgement = judgeOrder({
    order,
    advertiserId,
    click: { ...click, isPayable: click.verdict === 'payable' },
    terms,
    pricing: terms && (await readPricing(source, terms, facts)),
    reportedAt: getReportedAt(ctx, postback),
  })
  if ('reason' in judgement) {
    const { reason } = judgement
    if (reason === 'retry' || !CLICK_FAULTS.includes(reason)) return answerUnrecorded(ctx, postback, reason)
    return recordUncredited(ctx, source, { postback, reason })
  }
  if (mustWait(ctx, postback)) return waitForClock(ctx, postback)
  const worth = { ...judgement, ...click, regions, credit: creditClick(postback) }
  const outcome = await insertOnce(ctx, source, { postback, worth })
  if (!outcome) throw new Error('A click has changed since it was read.')
  return outcome
}

/** A decided order was reported when its postback was accepted: its click does not expire while it waits. */
function getReportedAt(ctx: Ctx, { acceptedAt }: OrderPostback): Date {
  return acceptedAt ?? ctx.now
}

function mustWait(ctx: Ctx, { acceptedAt, click }: ClickPostback): boolean {
  return acceptedAt === undefined && isAhead(click.clickId, ctx.now)
}

// This postback does not record its order. It is a duplicate if the order exists, and otherwise rejected by `fallback`.
async function answerUnrecorded(
  ctx: Ctx,
  postback: OrderPostback,
  fallback: PostbackReason | 'retry',
): Promise<Outcome> {
  const duplicate = fallback === 'test' ? undefined : await findDuplicate(ctx, postback)
  if (duplicate) return duplicate
  if (fallback === 'retry') return { result: 'retry', reason: 'click_not_here_yet' }
  return rejectPostback(ctx, postback, fallback)
}

/** Finds the click of a token. The id encodes the time of the click, which selects its partition. */
function findClick(db: Db, click: ClickPostback['click']) {
  return db
    .selectFrom('click')
    .select(['advertiserId', 'termsId', 'clickedAt', 'verdict', 'destination'])
    .where('publisherId', '=', click.publisherId)
    .where('id', '=', click.clickId)
    .where('clickedAt', '=', new Date(uuid7Time(click.clickId)))
    .executeTakeFirst()
}

/** Records the order or finds its duplicate; `undefined` if the payable click does not exist. */
async function insertOnce(
  ctx: Ctx,
  { insertOrder = insertAlone(ctx.db) }: OrderSource,
  { postback, worth }: { postback: OrderPostback; worth: Creditable },
): Promise<Outcome | undefined> {
  const exchanged = await exchangeOrder(ctx.db, worth, ctx.now)
  if (exchanged && exchanged.orderValue > MAX_ORDER_AMOUNT) return answerUnrecorded(ctx, postback, 'absurd_amount')
  const order = toCountingOrder(ctx, postback, { ...worth, exchanged })
  const insertion = await insertOrder(order)
  if (insertion === 'uncredited') return undefined
  const reason = postback.order.remark ?? (exchanged ? null : 'no_rate')
  if (insertion === 'fresh') return { result: 'recorded', reason, transactionId: order.transaction_id }
  const duplicate = await findDuplicate(ctx, postback)
  if (!duplicate) throw new Error('An order has a key but no transaction.')
  return duplicate
}

function insertAlone(db: Db): InsertOrder {
  return async (order) => (await insertOrders(db, [order])).get(order.transaction_id) ?? 'uncredited'
}

function toCountingOrder(
  ctx: Ctx,
  postback: OrderPostback,
  { credit, regions, exchanged, ...worth }: Creditable & { exchanged: ExchangedOrder | undefined },
): CountingOrder {
  const { order } = postback
  const { advertiserId, id, channel, parameters } = buildPostbackRow(ctx, postback)
  const { currency, commissionCurrency } = worth
  return {
    ...credit,
    advertiser_id: String(advertiserId),
    terms_id: String(worth.termsId),
    ...(worth.ruleNo !== 0 && { rule_no: worth.ruleNo }),
    transaction_id: uuid7(ctx.now.getTime()),
    order_ref: order.orderRef,
    event: order.event,
    order_value: String(worth.orderValue),
    commission: String(worth.commission),
    currency,
    ...(commissionCurrency !== currency && { commission_currency: commissionCurrency }),
    ...buildExchange(exchanged),
    ...(order.coupon !== null && { coupon: order.coupon }),
    ...(order.customerStatus !== null && { customer_status: order.customerStatus }),
    ...buildRegions(regions),
    postback_id: id,
    channel,
    parameters,
    ...buildExtra(order),
  }
}

function buildExchange(
  exchanged: ExchangedOrder | undefined,
): Pick<CountingOrder, 'usd_order_value' | 'usd_commission' | 'rate_id'> {
  if (!exchanged || exchanged.rateId === null) return {}
  const { orderValue, commission, rateId } = exchanged
  return { usd_order_value: String(orderValue), usd_commission: String(commission), rate_id: String(rateId) }
}

function buildRegions(regions: Creditable['regions']): Pick<CountingOrder, 'regions' | 'has_unknown_regions'> {
  if (regions === null) return { has_unknown_regions: true }
  return regions.length === 0 ? {} : { regions }
}

function buildExtra({ items, remark }: Order): Pick<CountingOrder, 'extra'> {
  return items.length === 0 && remark === null ? {} : { extra: { remark, items: toItemRows(items) } }
}
