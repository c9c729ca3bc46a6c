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

/**
 * The network of an address, which is all that is kept of it: /24 of IPv4, /48 of IPv6. Undefined when it is no
 * address.
 */
export function networkOf(address: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  const plain = mapped?.[1] ?? address
  const octets = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain)
  if (octets) return `${octets[1]}.0/24`
  const parsed = URL.parse(`http://[${plain.split('%')[0]}]/`)
  if (parsed === null) return undefined
  return `${firstGroups(parsed.hostname.slice(1, -1))}::/48`
}

// The URL parser has compressed the longest run of zero groups.
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + tailGroups.length < 8) groups.push('0')
  return [...groups, ...tailGroups]
    .slice(0, 3)
    .join(':')
    .replace(/(^|:)0(:0)*$/, '')
}

const MAX_REFERRER_CHARACTERS = 500

/** Origin and path of the referring page; its query and fragment may hold what a visitor typed. */
export function referrerPage(referrer: string | undefined): string | undefined {
  if (referrer === undefined) return undefined
  const url = URL.parse(referrer)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return (url.origin + url.pathname).slice(0, MAX_REFERRER_CHARACTERS)
}
