import Bowser from 'bowser'
import { isbot } from 'isbot'
import { BoundedCache } from '#kernel/bounded-cache.ts'
import { isMacro } from '#kernel/placeholders.ts'
import { DEVICES } from '../contract.ts'
import type { Device } from '../contract.ts'

/** Request headers with names in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Consent parameters of a link. */
export interface ConsentParameters {
  cons: string | undefined
  gdpr: string | undefined
  gdprConsent: string | undefined
}

/** What a user agent says about its visitor. */
export interface Agent {
  /** By the list of `isbot`. Browsers always send a user agent, so none means a bot. */
  isBot: boolean
  /** By the list of `bowser`; null where it names none. */
  device: Device | null
}

const NO_AGENT: Agent = { isBot: true, device: null }
const cachedAgents = new BoundedCache<Agent>({ maxEntries: 4096, maxBytes: 2_000_000 })

/** A user agent is read up to here; those of browsers have some 200 characters. */
const MAX_READ_CHARACTERS = 1000

/** Reads a user agent. Keeps the newest answers, because reading one takes as long as the rest of a redirect. */
export function readAgent(userAgent: string | undefined): Agent {
  if (userAgent === undefined || userAgent === '') return NO_AGENT
  const known = cachedAgents.get(userAgent)
  if (known !== undefined) return known
  const read = userAgent.slice(0, MAX_READ_CHARACTERS)
  const agent = { isBot: isbot(read), device: readDevice(read) }
  cachedAgents.set(userAgent, agent)
  return agent
}

function readDevice(userAgent: string): Device | null {
  const { type } = Bowser.parse(userAgent).platform
  return DEVICES.find((device) => device === type) ?? null
}

/**
 * Tells whether a browser fetches the page for a visit that may follow, and will use the answer for that visit if it
 * can (the header `Sec-Purpose` of the Fetch standard).
 */
export function isForLaterVisit(headers: Headers): boolean {
  const purpose = headers['sec-purpose']
  return typeof purpose === 'string' && /^\s*prefetch\b/i.test(purpose)
}

/** Tells whether a browser prefetches a page that the visitor may never open. */
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
 * Tells whether the browser opens the link as a page of its own, in any tab or window: then `Sec-Fetch-Dest` is
 * `document`. Frames, images, scripts, styles, plug-ins and fetches name another destination. A request without the
 * header counts as opening the page, because old browsers, apps, and browsers on plain HTTP do not send it.
 */
export function isNavigation(headers: Headers): boolean {
  const destination = headers['sec-fetch-dest']
  return destination === undefined || destination === 'document'
}

/**
 * Tells whether the visitor consents to the click token. `cons=0` refuses it. Where the GDPR applies (`gdpr=1`), a TCF
 * string has to consent to purpose 1. A value that a tool should have put in, and did not, is no consent: nobody knows
 * what the visitor answered.
 */
export function hasConsent({ cons, gdpr, gdprConsent }: ConsentParameters): boolean {
  if (cons === undefined && gdpr === undefined && gdprConsent === undefined) return true
  if (cons === '0' || [cons, gdpr, gdprConsent].some((value) => value !== undefined && isMacro(value))) return false
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

/** Reads origin and path of the referring page, but not query and fragment, which may hold what a visitor typed. */
export function readReferrer(referrer: string | undefined): string | undefined {
  if (referrer === undefined) return undefined
  const url = URL.parse(referrer)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return (url.origin + url.pathname).slice(0, MAX_REFERRER_CHARACTERS)
}
