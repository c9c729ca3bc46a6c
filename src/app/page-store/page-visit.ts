import type { IncomingHttpHeaders } from 'node:http'
import type { PageVariant } from '#platform/web/call-context.ts'
import { readVariant } from './page-variant.ts'

/** The parts of a request that decide about its page. */
interface PageRequest {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/** What a kept page depends on. Nothing else of a request has a part in it. */
export interface PageVisit {
  variant: PageVariant
  /** Path and search, with known parameters only. */
  address: string
  /** Distinguishes the page from all others. */
  key: string
}

/** A longer key is not worth its place. */
const MAX_KEY_LENGTH = 2000

/** The cookies of visitors whose pages are their own, with or without their prefix. */
const OWN_COOKIES = ['tandem_session', 'tandem_sign_up']

/**
 * Reads a visit to a page that visitors may share. Returns undefined for a request that changes something, for one with
 * the cookie of a session or a sign-up, for the data of a page, and for an address that is too long.
 */
export function readVisit(request: PageRequest, params: ReadonlySet<string>): PageVisit | undefined {
  const { url = '' } = request
  if (!isRead(request) || hasOwnCookie(request) || url.includes('#')) return undefined
  const [path = '', ...rest] = url.split('?')
  const address = rest.length === 0 ? path : path + pickSearch(rest.join('?'), params)
  if (path.endsWith('.data') || address.length > MAX_KEY_LENGTH) return undefined
  const variant = readVariant(request)
  const { locale, scheme, consent = 'none', isPhone } = variant
  return { variant, address, key: `${locale} ${scheme} ${consent} ${isPhone ? 'phone' : 'wide'} ${address}` }
}

function isRead({ method }: PageRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function hasOwnCookie({ headers: { cookie } }: PageRequest): boolean {
  return cookie !== undefined && OWN_COOKIES.some((name) => cookie.includes(name))
}

/** Keeps the known parameters of a search, sorted by name. */
function pickSearch(search: string, params: ReadonlySet<string>): string {
  const known = [...new URLSearchParams(search)].filter(([name]) => params.has(name))
  const picked = new URLSearchParams(known)
  picked.sort()
  return picked.size === 0 ? '' : `?${picked.toString()}`
}
