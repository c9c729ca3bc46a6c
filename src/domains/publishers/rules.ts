import type { Actor } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { isPublicIpv4 } from '#kernel/ip.ts'

const SITE_PROTOCOLS = ['http:', 'https:', 'ftp:']

/**
 * Parses the address of a publisher's site and adds `https://` when the scheme is missing. Accepts http, https and ftp,
 * a name with a dot or a public IPv4 address, and no user name; undefined otherwise (specification 2, section 5).
 */
export function parseSiteUrl(text: string): string | undefined {
  const typed = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (/\s/.test(typed) || !URL.canParse(withScheme)) return undefined
  const url = new URL(withScheme)
  if (!SITE_PROTOCOLS.includes(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= 2000 && isPublicHost(url.hostname) ? url.href : undefined
}

const NAME = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/

function isPublicHost(hostname: string): boolean {
  return isPublicIpv4(hostname) || (NAME.test(hostname) && !hostname.endsWith('.localhost'))
}

/** Returns the host of a site, as lists show it. */
export function siteDomain(url: string): string {
  return new URL(url).hostname
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 16

/**
 * Makes a site key of 16 characters [a-z0-9] from random bytes. Bytes from 252 are skipped, because they would make
 * some characters more frequent; undefined when too few bytes are left.
 */
export function siteKeyFrom(random: Uint8Array): string | undefined {
  const usable = random.filter((byte) => byte < 252).subarray(0, KEY_LENGTH)
  return usable.length < KEY_LENGTH ? undefined : Array.from(usable, (byte) => KEY_LETTERS[byte % 36]).join('')
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
  if (actor.kind === 'key') return { publisherId: actor.publisherId, siteId: undefined }
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
