import type { Db } from '#database'
import { findHit } from '#domains/tracking/tracking/queries/hits.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { ClaimFacts } from '../rules.ts'

/** How far back the machine looks for a click. No window is longer. */
const LOOK_BACK_DAYS = 366

/** The claimed order, as far as the machine needs it. */
export interface ClaimedOrder {
  publisherId: bigint
  advertiserId: bigint
  orderRef: string
  event: string
  orderedAt: Date
  clickId: string | null
  windowDays: number
}

/** Reads what the timeline shows of a claimed order. */
export async function readFacts(db: Db, order: ClaimedOrder): Promise<ClaimFacts> {
  const { orderedAt, windowDays, publisherId, clickId } = order
  return {
    orderedAt,
    windowDays,
    recorded: await findRecorded(db, order),
    refused: await findRefused(db, order),
    days: await findDays(db, order),
    hit: clickId === null ? undefined : await findHit(db, { publisherId, siteId: undefined, hitId: clickId }),
  }
}

async function findRecorded(db: Db, { publisherId, advertiserId, orderRef, event }: ClaimedOrder) {
  const row = await db
    .selectFrom('transactionKey as key')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 'key.publisherId').onRef('t.id', '=', 'key.transactionId'),
    )
    .select(['t.publisherId', 't.id', 't.attribution'])
    .where('key.advertiserId', '=', advertiserId)
    .where('key.orderRef', '=', orderRef)
    .where('key.event', '=', event)
    .executeTakeFirst()
  if (!row) return undefined
  return { isOwn: row.publisherId === publisherId, transactionId: row.id, attribution: row.attribution }
}

/** Finds the last refused postback that names the order. One with a click of another publisher gives no reason. */
async function findRefused(db: Db, { publisherId, advertiserId, orderRef }: ClaimedOrder) {
  const row = await db
    .selectFrom('unrecordedPostback as unrecorded')
    .innerJoin('postback', (join) =>
      join
        .onRef('postback.advertiserId', '=', 'unrecorded.advertiserId')
        .onRef('postback.id', '=', 'unrecorded.postbackId'),
    )
    .select(['postback.reason', 'unrecorded.publisherId'])
    .where('unrecorded.advertiserId', '=', advertiserId)
    .where('unrecorded.orderRef', '=', orderRef)
    .where('postback.result', '=', 'rejected')
    .orderBy('unrecorded.postbackId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return { reason: row.publisherId === null || row.publisherId === publisherId ? row.reason : null }
}

/** Finds the last days until the order with a hit and with a click, in the roll-ups. */
async function findDays(
  db: Db,
  { publisherId, advertiserId, orderedAt }: ClaimedOrder,
): Promise<{ hit: Day | null; click: Day | null }> {
  const orderedOn = toDay(orderedAt)
  return db
    .selectFrom('rollupDay')
    .select((row) => [row.fn.max('day').as('hit'), row.fn.max('day').filterWhere('clicks', '>', 0n).as('click')])
    .where('publisherId', '=', publisherId)
    .where('advertiserId', '=', advertiserId)
    .where('day', '<=', orderedOn)
    .where('day', '>=', addDays(orderedOn, -LOOK_BACK_DAYS))
    .where('hits', '>', 0n)
    .executeTakeFirstOrThrow()
}
