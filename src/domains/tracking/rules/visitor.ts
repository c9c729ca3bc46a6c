import { isbot } from 'isbot'

/** Request headers in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Consent parameters of a link. */
export interface ConsentParameters {
  cons: string | undefined
  gdpr: string | undefined
  gdprConsent: string | undefined
}

const KNOWN_AGENTS = 4096
const isBotByAgent = new Map<string, boolean>()

/** Whether a program asks, by the kept list of `isbot`. A browser always names itself, so no name is a bot. */
export function isBotAgent(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return true
  const known = isBotByAgent.get(userAgent)
  if (known !== undefined) return known
  if (isBotByAgent.size >= KNOWN_AGENTS) isBotByAgent.clear()
  const isBot = isbot(userAgent)
  isBotByAgent.set(userAgent, isBot)
  return isBot
}

/** Whether a browser fetches ahead of a visit that may never come. */
export function isPrefetch(headers: Headers): boolean {
  return (
    isSpeculative(headers['sec-purpose']) ||
    isSpeculative(headers.purpose) ||
    isSpeculative(headers['x-purpose']) ||
    isSpeculative(headers['x-moz'])
  )
}

function isSpeculative(value: string | string[] | undefined): boolean {
  return typeof value === 'string' && /prefetch|prerender|preview/i.test(value)
}

/**
 * Whether the click may be handed to the advertiser: not with `cons=0`, and where the GDPR applies (`gdpr=1`) only with
 * a TCF string that consents to purpose 1.
 */
export function hasConsent({ cons, gdpr, gdprConsent }: ConsentParameters): boolean {
  if (cons === '0') return false
  return gdpr !== '1' || consentsToStorage(gdprConsent ?? '')
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const TCF_VERSION = 2
// Bit 152 of a TCF core string is the consent to purpose 1, "store and/or access information on a device".
const PURPOSE_ONE_CHARACTER = 25
const PURPOSE_ONE_MASK = 0b001000

function consentsToStorage(tcString: string): boolean {
  if (BASE64URL.indexOf(tcString.charAt(0)) !== TCF_VERSION) return false
  const sextet =
    tcString.length > PURPOSE_ONE_CHARACTER ? BASE64URL.indexOf(tcString.charAt(PURPOSE_ONE_CHARACTER)) : -1
  return sextet !== -1 && (sextet & PURPOSE_ONE_MASK) !== 0
}

const MAX_REFERRER_CHARACTERS = 500

/** Origin and path of the referring page; its query and fragment may hold what a visitor typed. */
export function referrerPage(referrer: string | undefined): string | undefined {
  if (referrer === undefined) return undefined
  const url = URL.parse(referrer)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return (url.origin + url.pathname).slice(0, MAX_REFERRER_CHARACTERS)
}
