import { getHost } from '#domains/people/advertisers/rules.ts'

/** The longest destination that a link may have. */
export const MAX_URL_CHARACTERS = 8000

/** The faults that a destination can have. */
export const DESTINATION_FAULTS = ['missing', 'too_long', 'malformed', 'wrong_scheme', 'credentials'] as const

/** One of `DESTINATION_FAULTS`. */
export type DestinationFault = (typeof DESTINATION_FAULTS)[number]

/** A valid destination. A visitor is sent there only if an advertiser declared its host. `href` is normalised. */
export interface Destination {
  href: string
  /** As advertisers declare it, see `getHost`: lower case, punycode; an IPv6 address in brackets. */
  host: string
}

/**
 * Reads the destination of a link by the rules of WHATWG URL, so the host that we check is the host that a browser
 * opens. Accepts only http and https, without user name and password. An address that was encoded twice is decoded once
 * more.
 */
export function readDestination(text: string | undefined): Destination | DestinationFault {
  if (text === undefined) return 'missing'
  if (text.length > MAX_URL_CHARACTERS) return 'too_long'
  const url = URL.parse(text) ?? URL.parse(decodeOnceMore(text))
  if (url === null) return 'malformed'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'wrong_scheme'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const { href } = url
  return href.length > MAX_URL_CHARACTERS ? 'too_long' : { href, host: getHost(url) }
}

function decodeOnceMore(text: string): string {
  if (!/^\s*https?%3a%2f%2f/i.test(text)) return ''
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The parameters that a landing URL gets. Without a token, an old token in the pasted address is removed. */
export interface LandingParameters {
  clickParam: string
  token: string | undefined
}

/**
 * Builds the address that the visitor is sent to: sets the click token and `afsrc=1` and leaves the rest of `href` as
 * it is. `afsrc=1` tells browser extensions that a publisher referred this visit.
 */
export function buildLandingUrl(href: string, parameters: LandingParameters): string {
  const hashAt = href.indexOf('#')
  const fragment = hashAt === -1 ? '' : href.slice(hashAt)
  const page = hashAt === -1 ? href : href.slice(0, hashAt)
  const added = parameters.token === undefined ? 'afsrc=1' : `${parameters.clickParam}=${parameters.token}&afsrc=1`
  const queryAt = page.indexOf('?')
  if (queryAt === -1) return `${page}?${added}${fragment}`
  const kept = removeParameters(page.slice(queryAt + 1), parameters.clickParam)
  return `${page.slice(0, queryAt)}?${kept === '' ? '' : `${kept}&`}${added}${fragment}`
}

function removeParameters(query: string, clickParam: string): string {
  const isSetByUs = (pair: string) => {
    const name = decodeName(pair)
    return name === clickParam || name === 'afsrc'
  }
  return query
    .split('&')
    .filter((pair) => !isSetByUs(pair))
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
