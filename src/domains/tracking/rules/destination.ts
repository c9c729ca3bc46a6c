/** Longer destinations are refused. */
export const MAX_URL_CHARACTERS = 8000

/** What can be wrong with a destination. */
export const DESTINATION_FAULTS = ['missing', 'too_long', 'malformed', 'wrong_scheme', 'credentials'] as const

/** One of `DESTINATION_FAULTS`. */
export type DestinationFault = (typeof DESTINATION_FAULTS)[number]

/** A destination that a visitor could be sent to, if its host is declared; `href` is normalised. */
export interface Destination {
  href: string
  /** Lower case, punycode; an IPv6 address in brackets. */
  hostname: string
}

/**
 * Reads the destination of a link by the rules of WHATWG URL, so that what is compared is what a browser would open.
 * Only http and https without user name and password.
 */
export function readDestination(text: string | undefined): Destination | DestinationFault {
  if (text === undefined) return 'missing'
  if (text.length > MAX_URL_CHARACTERS) return 'too_long'
  const url = URL.parse(text)
  if (url === null) return 'malformed'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'wrong_scheme'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const { href, hostname } = url
  return href.length > MAX_URL_CHARACTERS ? 'too_long' : { href, hostname }
}

/** The same host with `www.` instead of without it, or the other way round; a declared host stands for both. */
export function siblingHost(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`
}

/** What is added to a destination. Without a token, an old one that came along in the pasted address is taken away. */
export interface LandingMarks {
  clickParam: string
  token: string | undefined
}

/**
 * The address that the visitor is sent to: query and fragment of `href` stay as they are, the click token and `afsrc=1`
 * are set. `afsrc=1` tells browser extensions that a publisher has referred this visit.
 */
export function landingUrl(href: string, marks: LandingMarks): string {
  const hashAt = href.indexOf('#')
  const fragment = hashAt === -1 ? '' : href.slice(hashAt)
  const page = hashAt === -1 ? href : href.slice(0, hashAt)
  const added = marks.token === undefined ? 'afsrc=1' : `${marks.clickParam}=${marks.token}&afsrc=1`
  const queryAt = page.indexOf('?')
  if (queryAt === -1) return `${page}?${added}${fragment}`
  const kept = withoutMarks(page.slice(queryAt + 1), marks.clickParam)
  return `${page.slice(0, queryAt)}?${kept === '' ? '' : `${kept}&`}${added}${fragment}`
}

function withoutMarks(query: string, clickParam: string): string {
  const isMark = (pair: string) => {
    const name = decodeName(pair)
    return name === clickParam || name === 'afsrc'
  }
  return query
    .split('&')
    .filter((pair) => !isMark(pair))
    .join('&')
}

function decodeName(pair: string): string {
  const equalsAt = pair.indexOf('=')
  const name = equalsAt === -1 ? pair : pair.slice(0, equalsAt)
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
