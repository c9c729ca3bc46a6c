import { sql } from 'kysely'
import type { Db } from '#database'
import { uuid7Time } from '#kernel/uuid7.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { WaitingOrderKey } from '../queries/waiting-orders.ts'
import { MAX_WAITING_ORDERS } from '../rules/clock-ahead.ts'
import { toItemRows } from '../rules/order-items.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { ClickPostback, Outcome } from './find-duplicate.ts'
import { acceptPostback } from './store-postback.ts'

/**
 * Lets an order wait whose click is newer than the clock, once per advertiser, order id and event, and answers
 * `accepted`. Answers `duplicate` if the order is recorded already, and `retry` if too many orders of the advertiser
 * wait. Its answer is committed, and the command is idempotent.
 */
export function waitForClock(ctx: Ctx, postback: ClickPostback): Promise<Outcome> {
  return inTransaction(ctx, async (tx) => {
    if (!postback.isDryRun) await lockWaitingOrders(tx, postback.advertiserId)
    const duplicate = await findDuplicate(tx, postback)
    if (duplicate) return duplicate
    const { advertiserId, order } = postback
    const waiting = await findWaitingOrder(tx.db, { advertiserId, orderRef: order.orderRef, event: order.event })
    const isWaiting = waiting !== undefined || (await insertWaitingOrder(tx, postback))
    return isWaiting ? acceptPostback(tx, postback) : { result: 'retry', reason: 'too_many_waiting' }
  })
}

/** Locks the waiting orders of an advertiser until the transaction ends. Ordinary postbacks do not take the lock. */
export async function lockWaitingOrders(tx: Ctx, advertiserId: bigint): Promise<void> {
  const name = `waiting orders ${advertiserId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.db)
}

/** Finds an order that waits, with the decisions that it keeps. */
export function findWaitingOrder(db: Db, { advertiserId, orderRef, event }: WaitingOrderKey) {
  return db
    .selectFrom('waitingOrder')
    .select('decisions')
    .where('advertiserId', '=', advertiserId)
    .where('orderRef', '=', orderRef)
    .where('event', '=', event)
    .executeTakeFirst()
}

/** Inserts the order at a free position; answers `false` if there is none. */
async function insertWaitingOrder(tx: Ctx, postback: ClickPostback): Promise<boolean> {
  const { advertiserId, click, order, channel, parameters, isDryRun } = postback
  const position = await findFreePosition(tx, advertiserId)
  if (position === undefined) return false
  if (isDryRun) return true
  await tx.db
    .insertInto('waitingOrder')
    .values({
      advertiserId,
      orderRef: order.orderRef,
      event: order.event,
      position,
      ...click,
      clickedAt: new Date(uuid7Time(click.clickId)),
      amount: order.amount ?? null,
      currency: order.currency ?? null,
      coupon: order.coupon,
      customerStatus: order.customerStatus,
      items: JSON.stringify(toItemRows(order.items)),
      remark: order.remark,
      channel,
      parameters: JSON.stringify(parameters),
      receivedAt: tx.now,
    })
    .execute()
  return true
}

async function findFreePosition(tx: Ctx, advertiserId: bigint): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    SELECT free.position FROM generate_series(1, ${MAX_WAITING_ORDERS}::int) AS free (position)
    WHERE NOT EXISTS (
      SELECT FROM waiting_order taken WHERE taken.advertiser_id = ${advertiserId} AND taken.position = free.position
    )
    ORDER BY free.position LIMIT 1`.execute(tx.db)
  return rows[0]?.position
}
