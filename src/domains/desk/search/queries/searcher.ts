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
}

/** Reads who searches. An account without its publisher or advertiser finds nothing. */
export function readSearcher({ role, publisherId, advertiserId, subAccount }: AccountActor): Searcher {
  return { role, publisherId, advertiserId, siteId: subAccount?.siteId }
}
