import type { Actor } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'

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

function isPublicHost(hostname: string): boolean {
  const [a = 0, b = 0, ...rest] = hostname.split('.').map(Number)
  if (rest.length !== 2 || !/^[\d.]+$/.test(hostname)) {
    return (
      /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname) && !hostname.endsWith('.localhost')
    )
  }
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100 && b >= 64 && b < 128) return false
  if (a === 172 && b >= 16 && b < 32) return false
  return !(a === 192 && b === 168) && !(a === 169 && b === 254)
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
export function publisherIdOf(actor: Actor): bigint {
  if (actor.kind === 'account' && actor.publisherId !== undefined) return actor.publisherId
  throw new Refusal({
    code: 'no_publisher',
    status: 403,
    message: 'Your account is not connected to a publisher yet. Please contact us.',
  })
}
