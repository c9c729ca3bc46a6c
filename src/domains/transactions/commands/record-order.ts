import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '#database'
import { uuid7, uuid7Time } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel, PostbackReason, PostbackResult } from '../contract/vocabulary.ts'
import { differenceTo, judgeOrder, mayStillArrive } from '../rules/judge-order.ts'
import type { CreditedTerms } from '../rules/judge-order.ts'
import type { Order } from '../rules/read-order.ts'
import type { PostbackTable, TransactionTable } from '../tables.ts'

/** Gives the terms versions from memory; `undefined` for one that this process has not heard of yet. */
export interface TermsSource {
  findTerms(termsId: bigint): CreditedTerms | undefined
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

type ClickRow = NonNullable<Awaited<ReturnType<typeof findClick>>>

/**
 * Records an order once per advertiser, order and event, at any concurrency, in one database transaction. What it
 * answers is committed. An order that is there already is a duplicate for ever, also after the window of its click has
 * passed. Idempotent: safe to do again after an unknown commit.
 */
export async function recordOrder(ctx: Ctx, terms: TermsSource, report: ReportedOrder): Promise<Outcome> {
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
  const fresh = { ...transactionRow(ctx, report, click), ...judgement }
  const isFresh = await insertOnce(ctx.db, fresh, {
    ...postbackRow(ctx, report),
    result: 'recorded',
    reason: null,
    publisherId: fresh.publisherId,
    transactionId: fresh.id,
  })
  if (isFresh) return { result: 'recorded', reason: null, transactionId: fresh.id }
  const outcome = await findDuplicate(ctx, report)
  if (!outcome) throw new Error('An order has a key but no transaction.')
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
    .select(['advertiserId', 'siteId', 'termsId', 'clickedAt', 'verdict', 'sub1', 'destination', 'referrer'])
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

function transactionRow(ctx: Ctx, report: ReportedOrder, click: ClickRow) {
  const { order } = report
  return {
    publisherId: report.click.publisherId,
    id: uuid7(ctx.now.getTime()),
    advertiserId: report.advertiserId,
    siteId: click.siteId,
    termsId: click.termsId,
    clickId: report.click.clickId,
    clickedAt: click.clickedAt,
    clickPage: click.referrer ?? click.destination,
    sub1: click.sub1,
    orderRef: order.orderRef,
    event: order.event,
    coupon: order.coupon,
    customerStatus: order.customerStatus,
    method: report.channel === 'pixel' ? ('pixel' as const) : ('server' as const),
    transactionAt: ctx.now,
    recordedAt: ctx.now,
  }
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

async function insertOnce(
  db: Db,
  fresh: Selectable<TransactionTable>,
  report: Selectable<PostbackTable>,
): Promise<boolean> {
  const { rows } = await sql<{ isFresh: boolean }>`
    SELECT record_order(
      jsonb_populate_record(NULL::transaction, ${rowJson({ ...fresh })}::jsonb),
      jsonb_populate_record(NULL::postback, ${rowJson({ ...report })}::jsonb)
    ) AS is_fresh`.execute(db)
  return rows[0]?.isFresh === true
}

/** A row as JSON with the columns' own names. */
function rowJson(row: Record<string, unknown>): string {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    columns[columnOf(name)] = typeof value === 'bigint' ? value.toString() : value
  }
  return JSON.stringify(columns)
}

const columnNames = new Map<string, string>()

function columnOf(name: string): string {
  const known = columnNames.get(name)
  if (known !== undefined) return known
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(name, column)
  return column
}
