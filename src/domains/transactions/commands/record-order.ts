import { CompiledQuery } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#database'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel, PostbackReason, PostbackResult } from '../contract/vocabulary.ts'
import { differenceTo, judgeOrder, mayStillArrive } from '../rules/judge-order.ts'
import type { CreditedTerms, Judgement } from '../rules/judge-order.ts'
import type { Order } from '../rules/read-order.ts'
import type { PostbackTable } from '../tables.ts'

/** Gives the terms versions from memory; `undefined` for one that this process has not heard of yet. */
export interface TermsSource {
  findTerms(termsId: bigint): CreditedTerms | undefined
  /** The version under which a click on this advertiser was made at that time, as far as this process knows. */
  findTermsAt(advertiserId: bigint, at: Date): (CreditedTerms & { termsId: bigint }) | undefined
}

/** A well-formed order of a known advertiser, credited to a click whose token was genuine. */
export interface ReportedOrder {
  advertiserId: bigint
  click: { publisherId: bigint; clickId: string }
  order: Order
  channel: PostbackChannel
  /** The postback's parameters as they are kept: bounded, without the secret. */
  parameters: Record<string, string>
}

/**
 * What became of a report. `retry`: its click may still arrive in the database; nothing was stored and the shop should
 * ask again.
 */
export type Outcome =
  | { result: PostbackResult; reason: PostbackReason | null; transactionId: string | null }
  | { result: 'retry' }

/** An order that counts, and the click's part in it. */
type Creditable = Exclude<Judgement, { reason: unknown }> & { clickedAt: Date; termsId: bigint }

/**
 * Records an order once per advertiser, order and event, at any concurrency, in one database transaction. What it
 * answers is committed. An order that is there already is a duplicate for ever, also after the window of its click has
 * passed. Idempotent: safe to do again after an unknown commit.
 */
export async function recordOrder(ctx: Ctx, terms: TermsSource, report: ReportedOrder): Promise<Outcome> {
  return (await recordAtOnce(ctx, terms, report)) ?? recordByClick(ctx, terms, report)
}

/**
 * The usual case without a look at the click: it is taken for what a click with a genuine token nearly always is, and
 * the database records the order only if that is so. `undefined`, and nothing done, when it is not, or does not count.
 */
async function recordAtOnce(ctx: Ctx, terms: TermsSource, report: ReportedOrder): Promise<Outcome | undefined> {
  const { order, advertiserId } = report
  const clickedAt = new Date(uuid7Time(report.click.clickId))
  const likely = terms.findTermsAt(advertiserId, clickedAt)
  if (!likely) return undefined
  const click = { advertiserId, clickedAt, isPayable: true }
  const judgement = judgeOrder({ order, advertiserId, click, terms: likely, now: ctx.now })
  if ('reason' in judgement) return undefined
  return insertOnce(ctx, report, { ...judgement, clickedAt, termsId: likely.termsId })
}

async function recordByClick(ctx: Ctx, terms: TermsSource, report: ReportedOrder): Promise<Outcome> {
  const click = await findClick(ctx.db, report.click)
  if (!click) return settle(ctx, report, mayStillArrive(report.click.clickId, ctx.now) ? 'retry' : 'unknown_click')
  const judgement = judgeOrder({
    order: report.order,
    advertiserId: report.advertiserId,
    click: { ...click, isPayable: click.verdict === 'payable' },
    terms: terms.findTerms(click.termsId),
    now: ctx.now,
  })
  if ('reason' in judgement) return settle(ctx, report, judgement.reason)
  const outcome = await insertOnce(ctx, report, { ...judgement, ...click })
  if (!outcome) throw new Error('A click has changed since it was read.')
  return outcome
}

/** Stores the rejection of a report that named no order that could be looked up. */
export async function rejectPostback(
  ctx: Ctx,
  report: Pick<ReportedOrder, 'advertiserId' | 'channel' | 'parameters'>,
  reason: PostbackReason,
): Promise<Outcome> {
  const row = {
    ...postbackRow(ctx, report),
    result: 'rejected' as const,
    reason,
    publisherId: null,
    transactionId: null,
  }
  await insertPostback(ctx.db, row)
  return { result: 'rejected', reason, transactionId: null }
}

// The order is not recorded by this report: it is a duplicate when it is there, and otherwise what `fallback` says.
async function settle(ctx: Ctx, report: ReportedOrder, fallback: PostbackReason | 'retry'): Promise<Outcome> {
  const duplicate = fallback === 'test' ? undefined : await findDuplicate(ctx, report)
  if (duplicate) return duplicate
  return fallback === 'retry' ? { result: 'retry' } : rejectPostback(ctx, report, fallback)
}

async function findDuplicate(ctx: Ctx, report: ReportedOrder): Promise<Outcome | undefined> {
  const recorded = await findRecorded(ctx.db, report)
  if (!recorded) return undefined
  const reason = differenceTo(recorded, { amount: report.order.amount, clickId: report.click.clickId })
  const answer = { result: 'duplicate' as const, reason, transactionId: recorded.id }
  await insertPostback(ctx.db, { ...postbackRow(ctx, report), ...answer, publisherId: recorded.publisherId })
  return answer
}

/** A click by its token's content. The millisecond inside the id is the click's time and leads to its partition. */
function findClick(db: Db, click: ReportedOrder['click']) {
  return db
    .selectFrom('click')
    .select(['advertiserId', 'termsId', 'clickedAt', 'verdict'])
    .where('publisherId', '=', click.publisherId)
    .where('id', '=', click.clickId)
    .where('clickedAt', '=', new Date(uuid7Time(click.clickId)))
    .executeTakeFirst()
}

function findRecorded(db: Db, report: ReportedOrder) {
  return db
    .selectFrom('transactionKey as key')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 'key.publisherId').onRef('t.id', '=', 'key.transactionId'),
    )
    .select(['t.id', 't.publisherId', 't.orderValue', 't.clickId'])
    .where('key.advertiserId', '=', report.advertiserId)
    .where('key.orderRef', '=', report.order.orderRef)
    .where('key.event', '=', report.order.event)
    .executeTakeFirst()
}

function postbackRow(ctx: Ctx, report: Pick<ReportedOrder, 'advertiserId' | 'channel' | 'parameters'>) {
  return {
    advertiserId: report.advertiserId,
    id: uuid7(ctx.now.getTime()),
    receivedAt: ctx.now,
    channel: report.channel,
    parameters: report.parameters,
  }
}

async function insertPostback(db: Db, row: Selectable<PostbackTable>): Promise<void> {
  await db
    .insertInto('postback')
    .values({ ...row, parameters: JSON.stringify(row.parameters) })
    .execute()
}

/**
 * All that is written for an order, in one statement and so in one transaction. Whoever inserts the key owns the order.
 * One row where there is such a payable click, and none where there is not. As text, because to build it again for
 * every order took a tenth of an order's time.
 */
const RECORD_ORDER = `WITH credited AS (
    SELECT site_id, sub1, coalesce(referrer, destination) AS page FROM click
    WHERE publisher_id = $1 AND id = $2 AND clicked_at = $3 AND advertiser_id = $4 AND terms_id = $5
      AND verdict = 'payable'
  ), claimed AS (
    INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
    SELECT $4, $7, $8, $1, $6 FROM credited
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), recorded AS (
    INSERT INTO transaction (
      publisher_id, click_id, clicked_at, advertiser_id, terms_id, id, order_ref, event, order_value, commission,
      currency, coupon, customer_status, channel, transaction_at, recorded_at, site_id, sub1, source_page
    )
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, site_id, sub1, page
    FROM credited, claimed
  ), stated AS (
    INSERT INTO transaction_state (
      publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, order_value, commission, sequence,
      status, currency
    )
    SELECT $1, $6, $4, $15, $15, $9, $10, 0, 'PENDING', $11 FROM claimed
  ), reported AS (
    INSERT INTO postback (
      publisher_id, advertiser_id, transaction_id, received_at, id, channel, parameters, result, reason
    )
    SELECT $1, $4, $6, $15, $16, $17, $18, 'recorded', NULL FROM claimed
  )
  SELECT EXISTS (SELECT FROM claimed) AS is_fresh FROM credited`

/** Records the order, or finds what is there already; `undefined` when there is no such payable click. */
async function insertOnce(ctx: Ctx, report: ReportedOrder, worth: Creditable): Promise<Outcome | undefined> {
  const { click, order, advertiserId, channel } = report
  const { id: postbackId, receivedAt, parameters } = postbackRow(ctx, report)
  const transactionId = uuid7(ctx.now.getTime())
  const known = [click.publisherId, click.clickId, worth.clickedAt.toISOString(), advertiserId, worth.termsId]
  const named = [transactionId, order.orderRef, order.event]
  const valued = [worth.orderValue, worth.commission, worth.currency]
  const described = [order.coupon, order.customerStatus, channel === 'pixel' ? 'pixel' : 'server']
  const reported = [receivedAt.toISOString(), postbackId, channel, JSON.stringify(parameters)]
  const query = CompiledQuery.raw(RECORD_ORDER, [...known, ...named, ...valued, ...described, ...reported])
  const { rows } = await ctx.db.executeQuery<{ isFresh: boolean }>(query)
  const [answer] = rows
  if (!answer) return undefined
  if (answer.isFresh) return { result: 'recorded', reason: null, transactionId }
  const duplicate = await findDuplicate(ctx, report)
  if (!duplicate) throw new Error('An order has a key but no transaction.')
  return duplicate
}
