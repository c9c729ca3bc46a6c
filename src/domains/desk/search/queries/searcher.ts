import type { Db } from '#database'
import type { AccountActor } from '#kernel/actor.ts'

/** Who searches, which decides what can be found. */
export interface Searcher {
  role: AccountActor['role']
  /** Of a publisher and its sub-accounts. */
  publisherId?: bigint | undefined
  /** The site of a sub-account. */
  siteId?: bigint | undefined
  /** Of an advertiser. */
  advertiserId?: bigint | undefined
  /** The advertisers among whose orders the searcher's are: the own one of an advertiser, or all. */
  advertiserIds: readonly bigint[]
}

/** Reads who searches. An account without its publisher or advertiser finds nothing. */
export async function readSearcher(db: Db, actor: AccountActor): Promise<Searcher> {
  const { role, publisherId, advertiserId, subAccount } = actor
  const own = { role, publisherId, siteId: subAccount?.siteId, advertiserId }
  if (role === 'advertiser') return { ...own, advertiserIds: advertiserId === undefined ? [] : [advertiserId] }
  const advertisers = await db.selectFrom('advertiser').select('id').execute()
  return { ...own, advertiserIds: advertisers.map(({ id }) => id) }
}
