import type { Actor } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { isPublicIpv4 } from '#kernel/ip.ts'

const SITE_PROTOCOLS = ['http:', 'https:', 'ftp:']

/**
 * The full address of a publisher's site, `https://` added when no scheme is typed, or `undefined`: http, https and ftp
 * only, a name with a dot or a public IPv4 address, no user and no private range (specification 2, section 5).
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

/** The host of a site, as lists show it. */
export function siteDomain(url: string): string {
  return new URL(url).hostname
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 16

/**
 * A site key from random bytes: 16 of [a-z0-9]; bytes that would favour a letter are skipped, `undefined` when too few
 * are left.
 */
export function siteKeyFrom(random: Uint8Array): string | undefined {
  const fair = random.filter((byte) => byte < 252).subarray(0, KEY_LENGTH)
  return fair.length < KEY_LENGTH ? undefined : Array.from(fair, (byte) => KEY_LETTERS[byte % 36]).join('')
}

/** The publisher that the signed-in account stands for; refuses any other account. */
export function getPublisherId(actor: Actor): bigint {
  if (actor.kind === 'account' && actor.publisherId !== undefined) return actor.publisherId
  throw new Refusal({ code: 'no_publisher', status: 403 })
}
