import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackReason, PostbackResult } from '../contract/vocabulary.ts'
import { findDifference } from '../rules/judge-order.ts'
import type { Order } from '../rules/read-order.ts'
import { storePostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'

/** A postback with a well-formed order of a known advertiser. Its click is absent only in an order with a coupon. */
export type OrderPostback = KnownPostback & { order: Order }

/** An order with a click. */
export type ClickPostback = OrderPostback & { click: NonNullable<KnownPostback['click']> }

/**
 * The outcome of a postback. `retry`: nothing was stored and the advertiser should send the postback again, because its
 * click may still arrive in the database, or because too many orders of the advertiser wait.
 */
export type Outcome =
  | { result: PostbackResult; reason: PostbackReason | null; transactionId: string | null }
  | { result: 'retry'; reason: 'click_not_here_yet' | 'too_many_waiting' }

/** Finds the transaction of an order and stores the postback as its duplicate; `undefined` if there is none. */
export async function findDuplicate(ctx: Ctx, postback: OrderPostback): Promise<Outcome | undefined> {
  const recorded = await findRecorded(ctx.db, postback)
  if (!recorded) return undefined
  const { orderRef, amount, currency } = postback.order
  const reason = findDifference(recorded, { amount, currency, clickId: postback.click?.clickId })
  const answer = { result: 'duplicate' as const, reason, transactionId: recorded.id }
  const own = { orderRef, amount: amount ?? null, currency: currency ?? null }
  await storePostback(ctx, postback, { ...answer, ...own, publisherId: recorded.publisherId })
  return answer
}

function findRecorded(db: Db, postback: OrderPostback) {
  return db
    .selectFrom('transactionKey as key')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 'key.publisherId').onRef('t.id', '=', 'key.transactionId'),
    )
    .select(['t.id', 't.publisherId', 't.orderValue', 't.currency', 't.clickId'])
    .where('key.advertiserId', '=', postback.advertiserId)
    .where('key.orderRef', '=', postback.order.orderRef)
    .where('key.event', '=', postback.order.event)
    .executeTakeFirst()
}
