import type { Actor } from './actor.ts'
import { Refusal } from './errors.ts'

/** The advertiser of the signed-in account or of the API key. Refuses an actor without one. */
export function getAdvertiserId(actor: Actor): bigint {
  const isOwner = actor.kind === 'account' || actor.kind === 'key'
  if (isOwner && actor.advertiserId !== undefined) return actor.advertiserId
  throw new Refusal({ code: 'no_advertiser', status: 403 })
}

/**
 * The publisher whose figures a call may read, and the site to which they are restricted. `siteId` is undefined only
 * for the publisher itself, which reads all its sites.
 */
export interface PublisherScope {
  publisherId: bigint
  siteId: bigint | undefined
}

/** Returns what the account or the API key may read of its publisher. Refuses an account without a publisher. */
export function getPublisherScope(actor: Actor): PublisherScope {
  if (actor.kind === 'key' && actor.publisherId !== undefined) {
    return { publisherId: actor.publisherId, siteId: undefined }
  }
  if (actor.kind === 'account' && actor.publisherId !== undefined) {
    return { publisherId: actor.publisherId, siteId: actor.subAccount?.siteId }
  }
  throw new Refusal({ code: 'no_publisher', status: 403 })
}

/**
 * Returns the publisher of the account or the API key, for what concerns all its sites. Refuses an account without a
 * publisher, and every sub-account: a call that admits them takes `getPublisherScope`.
 */
export function getPublisherId(actor: Actor): bigint {
  const { publisherId, siteId } = getPublisherScope(actor)
  if (siteId !== undefined) throw new Refusal({ code: 'not_allowed', status: 403 })
  return publisherId
}
