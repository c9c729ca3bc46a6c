import type { Db } from '#database'

/** Lists the kept test orders of an advertiser, newest first. */
export function listTestOrders(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db.selectFrom('testOrder').selectAll().where('advertiserId', '=', advertiserId).orderBy('id', 'desc').execute()
}
