import type { Db } from '#database'

/** Lists the times in which an advertiser paid later, the oldest first; the last is open while it does. */
export function listBillingPeriods(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('billingPeriod')
    .select(['beganAt', 'owedFrom', 'endedAt'])
    .where('advertiserId', '=', advertiserId)
    .orderBy('beganAt')
    .execute()
}
