import { MAX_ORDER_AMOUNT } from '#kernel/money.ts'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import { findCouponOwner } from '#domains/tracking/promotions/queries/coupon-owners.ts'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import { isAhead } from '../rules/clock-ahead.ts'
import { toItemRows } from '../rules/order-items.ts'
import { CLICK_FAULTS, judgeOrder, judgeValue, mayStillArrive } from '../rules/judge-order.ts'
import type { CreditedClick, CreditedTerms, Judgement, PricedWorth, Pricing } from '../rules/judge-order.ts'
import { exchangeOrder, toWorthColumns } from './exchange-order.ts'
import type { ExchangedOrder } from './exchange-order.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { ClickPostback, OrderPostback, Outcome } from './find-duplicate.ts'
import { insertAlone } from './insert-orders.ts'
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

/** To whom an order is credited, and what prices it. */
interface Credit {
  publisherId: bigint
  /** Null by coupon. */
  clickId: string | null
  /** Null by click, because the click names its site. */
  siteId: bigint | null
  termsId: bigint
  /** Absent while this process's catalog does not contain them yet. */
  terms: VersionTerms | undefined
  /** The time of the click; by coupon that of the order. */
  at: Date
  /** The regions of the domain to which the click led; null if only the click can say. */
  regions: readonly string[] | null
  /** The click, by whose facts the order is judged too. */
  click?: CreditedClick
}

/** Why an order is not recorded; `retry` while that cannot be decided. */
interface Unrecorded {
  reason: PostbackReason | 'retry'
}

const RETRY: Unrecorded = { reason: 'retry' }

/** An order by coupon led to no domain. */
const NO_REGIONS: readonly string[] = []

/**
 * Records an order once per advertiser, order id and event, at any concurrency, in one database transaction: for the
 * owner of its coupon code where the terms say so, else for the publisher of its click, and where no click credits it,
 * for the owner again. Its answer is committed. A recorded order stays a duplicate even after the window of its click.
 * An order that counts but whose click is newer than the clock waits, unless it was accepted before. The command is
 * idempotent, so the caller may repeat it when the commit is uncertain.
 */
export async function recordOrder(ctx: Ctx, source: OrderSource, postback: OrderPostback): Promise<Outcome> {
  const winner = await creditOwner(ctx, source, { postback, rule: 'code_wins' })
  if (winner) return answer(ctx, postback, await recordCredited(ctx, source, { postback, credit: winner }))
  const byClick = await recordByClick(ctx, source, postback)
  if ('result' in byClick || !CLICK_FAULTS.includes(byClick.reason)) return answer(ctx, postback, byClick)
  const owner = await creditOwner(ctx, source, { postback, rule: 'code_without_click' })
  return answer(ctx, postback, owner ? await recordCredited(ctx, source, { postback, credit: owner }) : byClick)
}

/**
 * Credits the order to the owner of its coupon code, under the terms in force at the order. Answers `undefined` if
 * these terms have another rule or if the code has no owner who may earn.
 */
async function creditOwner(
  ctx: Ctx,
  source: OrderSource,
  { postback, rule }: { postback: OrderPostback; rule: CouponRule },
): Promise<Credit | undefined> {
  const { order, advertiserId } = postback
  if (order.coupon === null) return undefined
  const terms = source.terms.findTermsAt(advertiserId, ctx.now)
  if (terms?.couponRule !== rule) return undefined
  const owner = await findCouponOwner(ctx.db, { advertiserId, code: order.coupon })
  return owner && { ...owner, clickId: null, termsId: terms.termsId, terms, at: ctx.now, regions: NO_REGIONS }
}

/** Records the order for its click, which is read only if it is not as a genuine token nearly always means. */
async function recordByClick(ctx: Ctx, source: OrderSource, postback: OrderPostback): Promise<Outcome | Unrecorded> {
  const { click, order } = postback
  if (!click) return { reason: order.clickToken === undefined ? 'missing_click_id' : 'forged_click_id' }
  const assumed = assumeClick(ctx, source, { ...postback, click })
  const recorded = assumed && (await recordCredited(ctx, source, { postback, credit: assumed }))
  if (recorded && 'result' in recorded) return recorded
  const credit = await readClick(ctx, source, { ...postback, click })
  return 'reason' in credit ? credit : recordCredited(ctx, source, { postback, credit })
}

/**
 * Credits the order to a payable click under the terms of that time, without a look at it. The statement records the
 * order only if that is true. `undefined` for an order that has to wait and for a time without terms.
 */
function assumeClick(ctx: Ctx, { terms: source }: OrderSource, postback: ClickPostback): Credit | undefined {
  const { advertiserId, click } = postback
  const at = new Date(uuid7Time(click.clickId))
  const terms = source.findTermsAt(advertiserId, at)
  if (!terms || mustWait(ctx, postback)) return undefined
  return {
    ...click,
    siteId: null,
    termsId: terms.termsId,
    terms,
    at,
    regions: source.findRegions(advertiserId) ?? null,
    click: { advertiserId, clickedAt: at, isPayable: true },
  }
}

/** Credits the order to its click as it is. One that is not there may still be in the spool. */
async function readClick(
  ctx: Ctx,
  { terms: source }: OrderSource,
  { advertiserId, click }: ClickPostback,
): Promise<Credit | Unrecorded> {
  // The id encodes the time of the click, which selects its partition.
  const found = await ctx.db
    .selectFrom('click')
    .select(['advertiserId', 'termsId', 'clickedAt', 'verdict', 'destination'])
    .where('publisherId', '=', click.publisherId)
    .where('id', '=', click.clickId)
    .where('clickedAt', '=', new Date(uuid7Time(click.clickId)))
    .executeTakeFirst()
  if (!found) return mayStillArrive(click.clickId, ctx.now) ? RETRY : { reason: 'unknown_click' }
  const { termsId, clickedAt: at, verdict, destination } = found
  return {
    ...click,
    siteId: null,
    termsId,
    terms: source.findTerms(termsId),
    at,
    regions: source.findRegions(advertiserId, destination ?? '') ?? NO_REGIONS,
    click: { advertiserId: found.advertiserId, clickedAt: at, isPayable: verdict === 'payable' },
  }
}

/** Judges and prices the order for whom it is credited to, and records it, or lets it wait. */
async function recordCredited(
  ctx: Ctx,
  source: OrderSource,
  { postback, credit }: { postback: OrderPostback; credit: Credit },
): Promise<Outcome | Unrecorded> {
  const { click } = postback
  const pricing = await readPricing(source, credit)
  if (pricing === 'unknown') return RETRY
  const judgement = judge(ctx, postback, { ...credit, pricing })
  if ('reason' in judgement) return judgement
  if (credit.click && click && mustWait(ctx, { ...postback, click })) return waitForClock(ctx, { ...postback, click })
  return insertOnce(ctx, source, { postback, worth: { ...credit, ...judgement } })
}

/** Exchanges an order into USD and inserts it, or finds its duplicate. */
async function insertOnce(
  ctx: Ctx,
  { insertOrder = (given) => insertAlone(ctx.db, given) }: OrderSource,
  { postback, worth }: { postback: OrderPostback; worth: Credit & PricedWorth },
): Promise<Outcome | Unrecorded> {
  const exchanged = await exchangeOrder(ctx.db, worth, ctx.now)
  if (exchanged && exchanged.orderValue > MAX_ORDER_AMOUNT) return { reason: 'absurd_amount' }
  const row = toCountingOrder(ctx, postback, { ...worth, exchanged })
  const insertion = await insertOrder(row)
  if (insertion === 'uncredited') return RETRY
  const reason = postback.order.remark ?? (exchanged ? null : 'no_rate')
  if (insertion === 'fresh') return { result: 'recorded', reason, transactionId: row.transaction_id }
  const duplicate = await findDuplicate(ctx, postback)
  if (!duplicate) throw new Error('An order has a key but no transaction.')
  return duplicate
}

/** Reads what prices an order whose terms have rules; `unknown` if only the click says to which domain it led. */
async function readPricing(
  { terms: source }: OrderSource,
  { terms, publisherId, regions, at }: Credit,
): Promise<Pricing | 'unknown' | undefined> {
  if (!terms || terms.ruleCount === 0) return undefined
  const book = await source.readRates(terms)
  if (regions === null && book.namesRegions) return 'unknown'
  return { book, publisherId, regions: regions ?? NO_REGIONS, at }
}

/** A decided order was reported when its postback was accepted: its click does not expire while it waits. */
function judge(
  ctx: Ctx,
  { order, advertiserId, acceptedAt }: OrderPostback,
  { click, terms, pricing }: Pick<Credit, 'click' | 'terms'> & { pricing: Pricing | undefined },
): Judgement {
  if (click) return judgeOrder({ order, advertiserId, click, terms, pricing, reportedAt: acceptedAt ?? ctx.now })
  return terms ? judgeValue(order, terms, pricing) : RETRY
}

function mustWait(ctx: Ctx, { acceptedAt, click }: ClickPostback): boolean {
  return acceptedAt === undefined && isAhead(click.clickId, ctx.now)
}

/** A postback that does not record its order is a duplicate if the order exists, and otherwise rejected. */
async function answer(ctx: Ctx, postback: OrderPostback, outcome: Outcome | Unrecorded): Promise<Outcome> {
  if ('result' in outcome) return outcome
  const { reason } = outcome
  const duplicate = reason === 'test' ? undefined : await findDuplicate(ctx, postback)
  if (duplicate) return duplicate
  if (reason === 'retry') return { result: 'retry', reason: 'click_not_here_yet' }
  return rejectPostback(ctx, postback, reason)
}

function toCountingOrder(
  ctx: Ctx,
  postback: OrderPostback,
  worth: Credit & PricedWorth & { exchanged: ExchangedOrder | undefined },
): CountingOrder {
  const { order } = postback
  const { advertiserId, id, channel, parameters } = buildPostbackRow(ctx, postback)
  return {
    attribution: worth.clickId === null ? 'coupon' : 'click',
    publisher_id: String(worth.publisherId),
    click_id: worth.clickId,
    site_id: worth.siteId === null ? null : String(worth.siteId),
    advertiser_id: String(advertiserId),
    terms_id: String(worth.termsId),
    transaction_id: uuid7(ctx.now.getTime()),
    order_ref: order.orderRef,
    event: order.event,
    ...toWorthColumns(worth),
    coupon: order.coupon,
    customer_status: order.customerStatus,
    regions: worth.regions,
    channel,
    ordered_at: null,
    claim_id: null,
    postback_id: id,
    parameters,
    remark: order.remark,
    items: toItemRows(order.items),
  }
}
