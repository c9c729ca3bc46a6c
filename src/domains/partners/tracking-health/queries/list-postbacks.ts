import type { AliasableExpression, Selectable } from 'kysely'
import type { Database, Db } from '#database'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { PostbackResult } from '#domains/orders/transactions/contract/vocabulary.ts'
import { MAX_LOGGED_POSTBACKS } from '../contract/postbacks.ts'

/** A filter of an advertiser's last postbacks. */
export interface PostbackFilter {
  advertiserId: bigint
  result?: PostbackResult | undefined
  channel?: 'server' | 'pixel' | undefined
}

/**
 * Lists a page of an advertiser's last `MAX_LOGGED_POSTBACKS` postbacks, newest first, and counts those that the filter
 * leaves. The parameters are null once retention has removed them.
 */
export async function listPostbacks(db: Db, filter: PostbackFilter, page: Page) {
  const matching = selectLast(db, filter)
  const { count } = await matching.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const own = matching
    .selectAll('postback')
    .orderBy('postback.id', 'desc')
    .limit(page.size)
    .offset(getOffset(page, count))
  const postbacks = await withDetails(db, own).orderBy('postback.id', 'desc').execute()
  return { count: Number(count), postbacks }
}

/** A postback as its advertiser sees it. */
export type PostbackRow = Awaited<ReturnType<typeof listPostbacks>>['postbacks'][number]

/** Finds a postback of an advertiser; one of another advertiser is not found. */
export function findPostback(
  db: Db,
  { advertiserId, postbackId }: { advertiserId: bigint; postbackId: string },
): Promise<PostbackRow | undefined> {
  const own = db
    .selectFrom('postback')
    .selectAll('postback')
    .where('advertiserId', '=', advertiserId)
    .where('id', '=', postbackId)
  return withDetails(db, own).executeTakeFirst()
}

function selectLast(db: Db, { advertiserId, result, channel }: PostbackFilter) {
  const last = db
    .selectFrom('postback')
    .selectAll()
    .where('advertiserId', '=', advertiserId)
    .orderBy('id', 'desc')
    .limit(MAX_LOGGED_POSTBACKS)
  let matching = db.selectFrom(last.as('postback'))
  if (result !== undefined) matching = matching.where('result', '=', result)
  if (channel !== undefined) matching = matching.where('channel', channel === 'pixel' ? '=' : '<>', 'pixel')
  return matching
}

/** Adds what the postbacks sent and their replays. */
function withDetails(db: Db, own: AliasableExpression<Selectable<Database['postback']>>) {
  return db
    .selectFrom(own.as('postback'))
    .leftJoin('postbackParameters as sent', (join) =>
      join
        .onRef('sent.advertiserId', '=', 'postback.advertiserId')
        .onRef('sent.postbackId', '=', 'postback.id')
        .onRef('sent.receivedAt', '=', 'postback.receivedAt'),
    )
    .leftJoin('postbackReplay as replay', (join) =>
      join.onRef('replay.advertiserId', '=', 'postback.advertiserId').onRef('replay.postbackId', '=', 'postback.id'),
    )
    .leftJoin('postbackReplay as origin', (join) =>
      join.onRef('origin.advertiserId', '=', 'postback.advertiserId').onRef('origin.replayId', '=', 'postback.id'),
    )
    .select(['postback.id', 'postback.receivedAt', 'postback.channel', 'postback.result', 'postback.reason'])
    .select(['postback.publisherId', 'postback.transactionId', 'postback.orderRef', 'postback.amount'])
    .select(['sent.parameters', 'replay.replayId as replayedAs', 'origin.postbackId as replayOf'])
}

/** Finds the publisher of a transaction of an advertiser: the postback that recorded it leads to it. */
export async function findRecordedFor(
  db: Db,
  { advertiserId, transactionId }: { advertiserId: bigint; transactionId: string },
): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('postback')
    .select('publisherId')
    .where('advertiserId', '=', advertiserId)
    .where('transactionId', '=', transactionId)
    .where('result', '=', 'recorded')
    .limit(1)
    .executeTakeFirst()
  return row?.publisherId ?? undefined
}
