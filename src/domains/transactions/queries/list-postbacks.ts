import type { Db } from '#database'
import type { PostbackResult } from '../contract/vocabulary.ts'

/** Lists an advertiser's last postbacks, newest first. */
export function listPostbacks(
  db: Db,
  filter: { advertiserId: bigint; result?: PostbackResult | undefined; limit: number },
) {
  return db
    .selectFrom('postback')
    .select(['id', 'receivedAt', 'channel', 'parameters', 'result', 'reason', 'transactionId'])
    .where('advertiserId', '=', filter.advertiserId)
    .$if(filter.result !== undefined, (query) => query.where('result', '=', filter.result ?? 'recorded'))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
}
