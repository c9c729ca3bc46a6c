import { CompiledQuery } from 'kysely'
import type { Db } from '#database'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackReason } from '../contract/vocabulary.ts'
import { findCouponOwner } from '#domains/promotions/queries.ts'
import type { CouponRule } from '#domains/programs/rules.ts'
import { isAhead } from '../rules/clock-ahead.ts'
import { CLICK_FAULTS, judgeOrder, judgeValue, mayStillArrive } from '../rules/judge-order.ts'
import type { CreditedTerms, Judgement } from '../rules/judge-order.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { ClickPostback, OrderPostback, Outcome } from './find-duplicate.ts'
import { buildPostbackRow, rejectPostback } from './store-postback.ts'
import { waitForClock } from './wait-for-clock.ts'

/** Finds terms in memory; `undefined` for a version that this process's catalog does not contain yet. */
export interface TermsSource {
  findTerms(termsId: bigint): CreditedTerms | undefined
  /** Finds the version of an advertiser's terms that was in force at a time. */
  findTermsAt(advertiserId: bigint, at: Date): (CreditedTerms & { termsId: bigint }) | undefined
}

/** The value of an order that counts, with the time and the terms of its click, or of the order by coupon. */
type Creditable = Exclude<Judgement, { reason: unknown }> & { clickedAt: Date; termsId: bigint; source: CreditSource }

/** The statement that records an order, who earns it, and the id of the click, or of the site by coupon. */
interface CreditSource {
  statement: string
  publisherId: bigint
  id: bigint | string
}

function toClickSource({ click }: ClickPostback): CreditSource {
  return { statement: RECORD_ORDER, publisherId: click.publisherId, id: click.clickId }
}

/**
 * Records an order once per advertiser, order id and event, at any concurrency, in one database transaction. Its answer
 * is committed. A recorded order stays a duplicate even after the window of its click. An order that counts but whose
 * click is newer than the clock waits, unless it was accepted before. The command is idempotent, so the caller may
 * repeat it when the commit is uncertain.
 */
export async function recordOrder(ctx: Ctx, terms: TermsSource, postback: OrderPostback): Promise<Outcome> {
  const byCoupon = await recordByCoupon(ctx, terms, { postback, rule: 'code_wins' })
  if (byCoupon) return byCoupon
  const { click } = postback
  if (!click) {
    const reason = postback.order.clickToken === undefined ? 'missing_click_id' : 'forged_click_id'
    return recordUncredited(ctx, terms, { postback, reason })
  }
  const clicked = { ...postback, click }
  return (await recordWithoutClick(ctx, terms, clicked)) ?? recordByClick(ctx, terms, clicked)
}

/**
 * Records the order for the owner of its coupon code, under the terms in force at the order. Answers `undefined` and
 * changes nothing if these terms have another rule or if the code has no owner who may earn.
 */
async function recordByCoupon(
  ctx: Ctx,
  terms: TermsSource,
  { postback, rule }: { postback: OrderPostback; rule: CouponRule },
): Promise<Outcome | undefined> {
  const { order, advertiserId } = postback
  if (order.coupon === null) return undefined
  const inForce = terms.findTermsAt(advertiserId, ctx.now)
  if (inForce?.couponRule !== rule) return undefined
  const owner = await findCouponOwner(ctx.db, { advertiserId, code: order.coupon })
  if (!owner) return undefined
  const judgement = judgeValue(order, inForce)
  if ('reason' in judgement) return answerUnrecorded(ctx, postback, judgement.reason)
  const worth = { ...judgement, clickedAt: ctx.now, termsId: inForce.termsId }
  return insertOnce(ctx, postback, { ...worth, source: { statement: RECORD_COUPON_ORDER, ...owner, id: owner.siteId } })
}

/** No click credits the order: the owner of its coupon code may earn it, else it is rejected for `reason`. */
async function recordUncredited(
  ctx: Ctx,
  terms: TermsSource,
  { postback, reason }: { postback: OrderPostback; reason: PostbackReason },
): Promise<Outcome> {
  const byCoupon = await recordByCoupon(ctx, terms, { postback, rule: 'code_without_click' })
  return byCoupon ?? answerUnrecorded(ctx, postback, reason)
}

/**
 * Records the order without reading the click first. It assumes a payable click under the terms of that time, which a
 * genuine token nearly always means; the statement records the order only if that is true. Answers `undefined` and
 * changes nothing if it is not true, or if the order does not count or has to wait.
 */
async function recordWithoutClick(ctx: Ctx, terms: TermsSource, postback: ClickPostback): Promise<Outcome | undefined> {
  const { order, advertiserId } = postback
  if (mustWait(ctx, postback)) return undefined
  const clickedAt = new Date(uuid7Time(postback.click.clickId))
  const likely = terms.findTermsAt(advertiserId, clickedAt)
  if (!likely) return undefined
  const click = { advertiserId, clickedAt, isPayable: true }
  const judgement = judgeOrder({ order, advertiserId, click, terms: likely, reportedAt: getReportedAt(ctx, postback) })
  if ('reason' in judgement) return undefined
  return insertOnce(ctx, postback, {
    ...judgement,
    clickedAt,
    termsId: likely.termsId,
    source: toClickSource(postback),
  })
}

async function recordByClick(ctx: Ctx, terms: TermsSource, postback: ClickPostback): Promise<Outcome> {
  const click = await findClick(ctx.db, postback.click)
  if (!click) {
    if (mayStillArrive(postback.click.clickId, ctx.now)) return answerUnrecorded(ctx, postback, 'retry')
    return recordUncredited(ctx, terms, { postback, reason: 'unknown_click' })
  }
  const judgement = judgeOrder({
    order: postback.order,
    advertiserId: postback.advertiserId,
    click: { ...click, isPayable: click.verdict === 'payable' },
    terms: terms.findTerms(click.termsId),
    reportedAt: getReportedAt(ctx, postback),
  })
  if ('reason' in judgement) {
    const { reason } = judgement
    if (reason === 'retry' || !CLICK_FAULTS.includes(reason)) return answerUnrecorded(ctx, postback, reason)
    return recordUncredited(ctx, terms, { postback, reason })
  }
  if (mustWait(ctx, postback)) return waitForClock(ctx, postback)
  const outcome = await insertOnce(ctx, postback, { ...judgement, ...click, source: toClickSource(postback) })
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
    .select(['advertiserId', 'termsId', 'clickedAt', 'verdict'])
    .where('publisherId', '=', click.publisherId)
    .where('id', '=', click.clickId)
    .where('clickedAt', '=', new Date(uuid7Time(click.clickId)))
    .executeTakeFirst()
}

/** Selects the click that an order is credited to: one row if it is payable, and none if it is not. */
const CREDITED_CLICK = `SELECT id AS click_id, site_id, sub1, sub2, sub3, sub4, sub5, promotion_id,
      coalesce(referrer, destination) AS page
    FROM click
    WHERE publisher_id = $1 AND id = $2 AND clicked_at = $3 AND advertiser_id = $4 AND terms_id = $5
      AND verdict = 'payable'`

/** An order by coupon is credited to the site $2 without a click. */
const CREDITED_SITE = `SELECT NULL::uuid AS click_id, $2::bigint AS site_id, NULL::text AS sub1, NULL::text AS sub2,
      NULL::text AS sub3, NULL::text AS sub4, NULL::text AS sub5, NULL::bigint AS promotion_id, NULL::text AS page
    WHERE ($1::bigint, $3::timestamptz, $4::bigint, $5::bigint) IS NOT NULL`

const RECORD_ORDER = buildStatement(CREDITED_CLICK)
const RECORD_COUPON_ORDER = buildStatement(CREDITED_SITE)

/**
 * Builds the statement that writes everything for an order, so in one transaction. The postback that inserts the key
 * records the order. The statement answers one row if `credited` selects one, and none if it does not. It is text,
 * because the query builder took a tenth of the time of an order.
 */
function buildStatement(credited: string): string {
  return `WITH credited AS (
    ${credited}
  ), claimed AS (
    INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
    SELECT $4, $7, $8, $1, $6 FROM credited
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), recorded AS (
    INSERT INTO transaction (
      publisher_id, click_id, clicked_at, advertiser_id, terms_id, id, order_ref, event, order_value, commission,
      currency, coupon, customer_status, channel, transaction_at, recorded_at, site_id, sub1, sub2, sub3, sub4, sub5,
      promotion_id, source_page
    )
    SELECT $1, click_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, site_id, sub1, sub2, sub3,
      sub4, sub5, promotion_id, page
    FROM credited, claimed
  ), stated AS (
    INSERT INTO transaction_state (
      publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, order_value, commission, sequence,
      status, currency
    )
    SELECT $1, $6, $4, $15, $15, $9, $10, 0, 'PENDING', $11 FROM claimed
  ), reported AS (
    INSERT INTO postback (
      publisher_id, advertiser_id, transaction_id, received_at, id, channel, parameters, result, reason, order_ref,
      amount, currency
    )
    SELECT $1, $4, $6, $15, $16, $17, $18, 'recorded', NULL, $7, $9, $11 FROM claimed
  )
  SELECT EXISTS (SELECT FROM claimed) AS is_fresh FROM credited`
}

/** Records the order or finds its duplicate; `undefined` if the payable click does not exist. */
async function insertOnce(ctx: Ctx, postback: OrderPostback, worth: Creditable): Promise<Outcome | undefined> {
  const { order, advertiserId, channel } = postback
  const { source } = worth
  const { id: postbackId, receivedAt, parameters } = buildPostbackRow(ctx, postback)
  const transactionId = uuid7(ctx.now.getTime())
  const known = [source.publisherId, source.id, worth.clickedAt.toISOString(), advertiserId, worth.termsId]
  const named = [transactionId, order.orderRef, order.event]
  const valued = [worth.orderValue, worth.commission, worth.currency]
  const described = [order.coupon, order.customerStatus, channel === 'pixel' ? 'pixel' : 'server']
  const reported = [receivedAt.toISOString(), postbackId, channel, JSON.stringify(parameters)]
  const query = CompiledQuery.raw(source.statement, [...known, ...named, ...valued, ...described, ...reported])
  const { rows } = await ctx.db.executeQuery<{ isFresh: boolean }>(query)
  const [answer] = rows
  if (!answer) return undefined
  if (answer.isFresh) return { result: 'recorded', reason: null, transactionId }
  const duplicate = await findDuplicate(ctx, postback)
  if (!duplicate) throw new Error('An order has a key but no transaction.')
  return duplicate
}
