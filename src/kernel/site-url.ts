import { isPublicIpv4 } from './ip.ts'

const SITE_PROTOCOLS = ['http:', 'https:', 'ftp:']

/**
 * Parses the address of a publisher's site and adds `https://` when the scheme is missing. Accepts http, https and ftp,
 * a name with a dot or a public IPv4 address, and no user name; undefined otherwise (specification 2, section 5).
 */
export function parseSiteUrl(text: string): string | undefined {
  const url = parseTyped(text)
  if (!url || !SITE_PROTOCOLS.includes(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= 2000 && isPublicHost(url.hostname) ? url.href : undefined
}

/**
 * Whether a text is an address that only its own machine or network reaches: of `localhost` or of an IP address that is
 * not public. A text that is no address is not local.
 */
export function isLocalAddress(text: string): boolean {
  const hostname = parseTyped(text)?.hostname ?? ''
  return /(^|\.)localhost$|^[\d.]+$|^\[/.test(hostname) && !isPublicIpv4(hostname)
}

function parseTyped(text: string): URL | undefined {
  const typed = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  return !/\s/.test(typed) && URL.canParse(withScheme) ? new URL(withScheme) : undefined
}

const NAME = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/

function isPublicHost(hostname: string): boolean {
  return isPublicIpv4(hostname) || (NAME.test(hostname) && !hostname.endsWith('.localhost'))
}
