import type { Db } from '#database'
import { MAX_WAIT_MS } from '../rules/clock-ahead.ts'

/** Names a waiting order. */
export interface WaitingOrderKey {
  advertiserId: bigint
  orderRef: string
  event: string
}

/**
 * Lists the waiting orders that can be decided, oldest first: the clock has reached their click, or they have waited
 * for `MAX_WAIT_MS`, or the clock was ahead when they were received.
 */
export function listDueOrders(db: Db, { now, limit }: { now: Date; limit: number }): Promise<WaitingOrderKey[]> {
  return db
    .selectFrom('waitingOrder')
    .select(['advertiserId', 'orderRef', 'event'])
    .where((row) =>
      row.or([
        row('clickedAt', '<=', now),
        row('receivedAt', '<=', new Date(now.getTime() - MAX_WAIT_MS)),
        row('receivedAt', '>', now),
      ]),
    )
    .orderBy('receivedAt')
    .limit(limit)
    .execute()
}

/** Counts the waiting orders. `oldestAt` is null if there are none. */
export async function countWaitingOrders(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await db
    .selectFrom('waitingOrder')
    .select((row) => [row.fn.countAll<bigint>().as('count'), row.fn.min('receivedAt').as('oldestAt')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt }
}
