import type { Db } from '#database'
import type { PostbackResult } from '../contract/vocabulary.ts'

/** Lists an advertiser's last postbacks, newest first. The parameters are null once retention has removed them. */
export function listPostbacks(
  db: Db,
  filter: { advertiserId: bigint; result?: PostbackResult | undefined; limit: number },
) {
  return db
    .selectFrom('postback')
    .leftJoin('postbackParameters as sent', (join) =>
      join
        .onRef('sent.advertiserId', '=', 'postback.advertiserId')
        .onRef('sent.postbackId', '=', 'postback.id')
        .onRef('sent.receivedAt', '=', 'postback.receivedAt'),
    )
    .select(['postback.id', 'postback.receivedAt', 'channel', 'result', 'reason', 'transactionId'])
    .select(['postback.orderRef', 'amount', 'sent.parameters'])
    .where('postback.advertiserId', '=', filter.advertiserId)
    .$if(filter.result !== undefined, (query) => query.where('result', '=', filter.result ?? 'recorded'))
    .orderBy('postback.id', 'desc')
    .limit(filter.limit)
    .execute()
}
