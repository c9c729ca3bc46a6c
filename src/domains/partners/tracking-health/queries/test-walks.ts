import type { Db } from '#database'
import { listTestOrders } from '#domains/orders/transactions/queries/test-orders.ts'
import { readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import { notFound } from '#kernel/errors.ts'

/** A walk of an advertiser. */
export type WalkRow = Awaited<ReturnType<typeof getWalk>>

/** Gets a walk of an advertiser; one of another advertiser is not found. */
export async function getWalk(db: Db, { advertiserId, walkId }: { advertiserId: bigint; walkId: string }) {
  const walk = await db
    .selectFrom('testWalk')
    .selectAll()
    .where('advertiserId', '=', advertiserId)
    .where('id', '=', walkId)
    .executeTakeFirst()
  if (!walk) throw notFound()
  return walk
}

/** Finds the newest test order with the click of a walk. */
export async function findOrderOfWalk(db: Db, { advertiserId, token }: Pick<WalkRow, 'advertiserId' | 'token'>) {
  const orders = await listTestOrders(db, { advertiserId })
  return orders.find(({ parameters }) => readParameter(parameters, 'clickId') === token)
}

/** Counts the rejected postbacks of an advertiser since a walk began, up to a bound: the order may be among them. */
export async function countRejectedSince(
  db: Db,
  { advertiserId, startedAt }: Pick<WalkRow, 'advertiserId' | 'startedAt'>,
) {
  const last = await db
    .selectFrom('postback')
    .select(['receivedAt', 'result'])
    .where('advertiserId', '=', advertiserId)
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED)
    .execute()
  return last.filter(({ receivedAt, result }) => result === 'rejected' && receivedAt >= startedAt).length
}

const MAX_COUNTED = 100
