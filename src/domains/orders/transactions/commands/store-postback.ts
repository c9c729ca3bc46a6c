import type { Selectable } from 'kysely'
import type { Db } from '#database'
import { uuid7 } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel, PostbackReason } from '../contract/vocabulary.ts'
import { MAX_ORDER_REF_LENGTH, readParameter } from '../rules/read-order.ts'
import type { PostbackTable } from '../tables.ts'

/** A postback of a known advertiser. */
export interface KnownPostback {
  advertiserId: bigint
  /** The click of a genuine token. */
  click: { publisherId: bigint; clickId: string } | undefined
  channel: PostbackChannel
  /** The parameters that are stored: limited in size, without the secret. */
  parameters: Record<string, string>
  /** The id of its row; a new one by default. */
  id?: string
  /** When its order was reported, if it is decided later; now by default. Its click does not expire meanwhile. */
  acceptedAt?: Date
  /** Whether it is only answered: then nothing is written. */
  isDryRun?: boolean
}

/** A postback's row, and what it sent. */
type PostbackRow = Selectable<PostbackTable> & Pick<KnownPostback, 'parameters'>

/** Builds the row of a postback without its order and its answer, and its parameters. */
export function buildPostbackRow(ctx: Ctx, { advertiserId, channel, parameters, id }: KnownPostback) {
  return { advertiserId, id: id ?? uuid7(ctx.now.getTime()), receivedAt: ctx.now, channel, parameters }
}

/** What a postback is answered, with its transaction, and what it says of its order. */
type PostbackAnswer = Omit<PostbackRow, keyof ReturnType<typeof buildPostbackRow>>

/** Stores an answered postback; a dry run is not stored. */
export async function storePostback(ctx: Ctx, postback: KnownPostback, answer: PostbackAnswer): Promise<void> {
  if (postback.isDryRun) return
  const row = { ...buildPostbackRow(ctx, postback), ...answer }
  await insertPostback(ctx.db, row)
}

async function insertPostback(db: Db, row: PostbackRow): Promise<void> {
  await db
    .with('sent', (sent) => insertParameters(sent, row))
    .insertInto('postback')
    .values(toRow(row))
    .execute()
}

/** Stores a rejected postback, which has no transaction. */
export function rejectPostback(ctx: Ctx, postback: KnownPostback, reason: PostbackReason) {
  return storeUnrecorded(ctx, postback, { result: 'rejected' as const, reason, transactionId: null })
}

/** Stores a postback whose order or whose decision waits, for the clock or for an exchange rate. */
export function acceptPostback(
  ctx: Ctx,
  postback: KnownPostback,
  reason: 'clock_ahead' | 'confirm_without_rate' = 'clock_ahead',
) {
  const answer = { result: 'accepted', reason, transactionId: null } as const
  return storeUnrecorded(ctx, postback, answer)
}

type Unrecorded = Pick<Selectable<PostbackTable>, 'result' | 'reason'> & { transactionId: null }

/** Stores a postback and its answer. If it names an order, one row more leads from the order to the postback. */
async function storeUnrecorded<A extends Unrecorded>(ctx: Ctx, postback: KnownPostback, answer: A): Promise<A> {
  if (postback.isDryRun) return answer
  const nothing = { publisherId: null, orderRef: null, amount: null, currency: null }
  const row = { ...buildPostbackRow(ctx, postback), ...answer, ...nothing }
  const orderRef = readParameter(postback.parameters, 'orderId')
  if (orderRef === undefined || orderRef.length > MAX_ORDER_REF_LENGTH) {
    await insertPostback(ctx.db, row)
    return answer
  }
  const { advertiserId, id: postbackId } = row
  const publisherId = postback.click?.publisherId ?? null
  await ctx.db
    .with('sent', (db) => insertParameters(db, row))
    .with('stored', (db) => db.insertInto('postback').values(toRow(row)))
    .insertInto('unrecordedPostback')
    .values({ advertiserId, orderRef, postbackId, publisherId })
    .execute()
  return answer
}

function toRow({ parameters: _, ...row }: PostbackRow): Selectable<PostbackTable> {
  return row
}

function insertParameters(db: Pick<Db, 'insertInto'>, { advertiserId, id, receivedAt, parameters }: PostbackRow) {
  const sent = { advertiserId, postbackId: id, receivedAt, parameters: JSON.stringify(parameters) }
  return db.insertInto('postbackParameters').values(sent)
}
