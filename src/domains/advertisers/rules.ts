import type { Actor } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'

/** Whether an advertiser takes part: links to a paused one lead on, but earn nothing. */
export const ADVERTISER_STATUSES = ['active', 'paused'] as const

/** One of `ADVERTISER_STATUSES`. */
export type AdvertiserStatus = (typeof ADVERTISER_STATUSES)[number]

/** A domain that sells everywhere has this region. */
export const GLOBAL_REGION = 'GLOBAL'

/** Postback secrets that may be valid at once: the one in use, its successor, and one for a second system. */
export const MAX_VALID_SECRETS = 3

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const FORBIDDEN_IN_HOSTNAME = /[^\p{L}\p{M}\p{N}.-]/u

/**
 * The ASCII form of a host name as `URL.hostname` would say it (`Müller.example` is `xn--mller-kva.example`), or
 * `undefined` for anything else: an address, a port, a path, a scheme, a name without a dot. Local names are host names
 * too; see `isLocalHostname`.
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

/** Whether a host name means the machine itself. A shop there can only be declared on a network that runs there too. */
export function isLocalHostname(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
}

/** Whether the code is a country of the network's list or `GLOBAL`. */
export function isRegionCode(code: string): boolean {
  return code === GLOBAL_REGION || COUNTRY_CODES.includes(code)
}

/** A region's name in the reader's language; `GLOBAL` as the language says "worldwide". */
export function regionName(code: string, locale: 'en' | 'zh'): string {
  if (code === GLOBAL_REGION) return locale === 'zh' ? '全球' : 'Global'
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}

/** The advertiser that the signed-in account stands for; refuses any other account. */
export function getAdvertiserId(actor: Actor): bigint {
  if (actor.kind === 'account' && actor.advertiserId !== undefined) return actor.advertiserId
  throw new Refusal({ code: 'no_advertiser', status: 403 })
}

/** What of a secret may be shown to those who do not use it: its last characters. */
export function secretHint(token: string): string {
  return `…${token.slice(-6)}`
}

/**
 * Reads regions as they are typed, one per line: a code, then what is paid there. Codes are checked where they are
 * kept.
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

/** The opposite of `parseRegionLines`. */
export function regionLines(regions: readonly { code: string; commission_text: string }[]): string {
  return regions.map(({ code, commission_text: text }) => `${code} ${text}`.trim()).join('\n')
}
