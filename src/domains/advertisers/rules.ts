import type { Actor } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { COUNTRY_CODES, getCountryName } from '#kernel/lists/countries.ts'

/** Whether an advertiser is active. Links to a paused one still redirect, but earn nothing. */
export const ADVERTISER_STATUSES = ['active', 'paused'] as const

/** One of `ADVERTISER_STATUSES`. */
export type AdvertiserStatus = (typeof ADVERTISER_STATUSES)[number]

/** The region of a domain that sells worldwide. */
export const GLOBAL_REGION = 'GLOBAL'

/** How many postback secrets may be valid at once: the one in use and its successor. */
export const MAX_VALID_SECRETS = 2

/** A secret stays valid for this long beside its successor. */
export const SECRET_OVERLAP_MS = 7 * 86_400_000

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const FORBIDDEN_IN_HOSTNAME = /[^\p{L}\p{M}\p{N}.-]/u

/**
 * Converts a host name to the ASCII form of `URL.hostname` (`Müller.example` becomes `xn--mller-kva.example`).
 * Undefined for anything else: an IP address, a port, a path, a scheme, a name without a dot. Local names count as host
 * names; see `isLocalHostname`.
 */
export function parseHostname(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || FORBIDDEN_IN_HOSTNAME.test(typed) || !URL.canParse(`http://${typed}/`)) return undefined
  const { hostname } = new URL(`http://${typed}/`)
  if (isLocalHostname(hostname)) return hostname
  const labels = hostname.split('.')
  const isName = labels.length > 1 && hostname.length <= 253 && labels.every((label) => LABEL.test(label))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? hostname : undefined
}

/**
 * Whether a host name means the local machine. It can be declared only on a network that itself runs under a local
 * name.
 */
export function isLocalHostname(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
}

/** Whether the code is a country of the network's list or `GLOBAL`. */
export function isRegionCode(code: string): boolean {
  return code === GLOBAL_REGION || COUNTRY_CODES.includes(code)
}

/** The name of a region in the reader's language. */
export function regionName(code: string, locale: 'en' | 'zh'): string {
  if (code === GLOBAL_REGION) return locale === 'zh' ? '全球' : 'Global'
  return getCountryName(code, locale)
}

/** The advertiser of the signed-in account. Refuses an account without one. */
export function getAdvertiserId(actor: Actor): bigint {
  if (actor.kind === 'account' && actor.advertiserId !== undefined) return actor.advertiserId
  throw new Refusal({ code: 'no_advertiser', status: 403 })
}

/** The last characters of a secret, which operators may read. */
export function secretHint(token: string): string {
  return `…${token.slice(-6)}`
}

/**
 * Parses regions as an operator types them, one per line: a code, then the commission in words. `declareDomain` and
 * `setRegions` check the codes.
 */
export function parseRegionLines(text: string): { code: string; commission_text: string }[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, code = '', commission = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return { code: code.toUpperCase(), commission_text: commission }
    })
}

/** Formats regions for `parseRegionLines`. */
export function regionLines(regions: readonly { code: string; commission_text: string }[]): string {
  return regions.map(({ code, commission_text: text }) => `${code} ${text}`.trim()).join('\n')
}
