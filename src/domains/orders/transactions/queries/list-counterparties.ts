import type { Db } from '#database'

/** Lists all advertisers and publishers by name, for the filters of the review. */
export async function listCounterparties(db: Db) {
  const advertisers = await db.selectFrom('advertiser').select(['id', 'name']).orderBy('name').execute()
  const publishers = await db.selectFrom('publisher').select(['id', 'name']).orderBy('name').execute()
  const view = ({ id, name }: { id: bigint; name: string }) => ({ id: Number(id), name })
  return { advertisers: advertisers.map(view), publishers: publishers.map(view) }
}
