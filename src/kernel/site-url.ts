import { isPublicIpv4 } from './ip.ts'
import { PLATFORMS } from './lists/platforms.ts'
import type { Platform } from './lists/platforms.ts'

const SITE_PROTOCOLS = ['http:', 'https:', 'ftp:']

/**
 * Parses the address of a publisher's site, as `parseWebAddress` does. The address of a channel on a platform is
 * reduced to what names the channel (`https://instagram.com/name`): undefined also for another page of a platform.
 */
export function parseSiteUrl(text: string): string | undefined {
  const address = parseWebAddress(text)
  const url = address === undefined ? undefined : new URL(address)
  if (!url || !findPlatform(url.hostname)) return address
  return findChannel(url)?.url
}

/** Whether a text is an address of a platform that names no channel on it: its first page, or a post. */
export function lacksChannel(text: string): boolean {
  const url = parseTyped(text)
  return url !== undefined && findPlatform(url.hostname) !== undefined && findChannel(url) === undefined
}

/** Returns what a site is called by its address: `instagram.com/name` for a channel, the host for another site. */
export function getSiteAddress(address: string): string {
  const url = new URL(address)
  return findChannel(url)?.name ?? url.hostname
}

/** Returns what the stored address of a channel contains, from any address of it; undefined for another text. */
export function findChannelAddress(text: string): string | undefined {
  const url = parseTyped(text)
  return url && findChannel(url)?.url.replace('https://', '')
}

/** Finds the platform of a host, or of the host that it is a subdomain of. */
export function findPlatform(hostname: string): Platform | undefined {
  return PLATFORMS.find(({ hosts }) => hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))
}

/** Finds the channel that an address names: its own address, and its name with the host. */
function findChannel(url: URL): { url: string; name: string } | undefined {
  const platform = findPlatform(url.hostname)
  const words = readPath(url)
  if (!platform || !words) return undefined
  const path = matchPaths(platform, platform.detours?.includes(words[0] ?? '') ? words.slice(1) : words)
  if (path === undefined) return undefined
  const name = `${platform.hosts[0]}/${path}`
  const { href } = new URL(`https://${name}`)
  return href.length <= 2000 ? { url: href, name } : undefined
}

/** Returns the decoded words of a path. Facebook names some profiles by a number in the query alone. */
function readPath({ pathname, searchParams }: URL): string[] | undefined {
  try {
    const words = pathname.split('/').filter((word) => word !== '')
    const decoded = words.map((word) => decodeURIComponent(word))
    return decoded[0] === 'profile.php' ? [searchParams.get('id') ?? ''] : decoded
  } catch {
    return undefined
  }
}

function matchPaths({ paths, pages = '' }: Platform, words: readonly string[]): string | undefined {
  const first = words[0]?.toLowerCase() ?? ''
  if (pages.split(' ').includes(first)) return undefined
  // What stands before names is no name itself.
  const under = paths.filter((pattern) => pattern.startsWith(`${first}/`))
  const fitting = under.length > 0 ? under : paths
  return fitting.map((pattern) => matchPath(pattern, words)).find((path) => path !== undefined)
}

function matchPath(pattern: string, words: readonly string[]): string | undefined {
  const taken = pattern.split('/').map((part, index) => takeWord(part, words[index] ?? ''))
  return taken.includes(undefined) ? undefined : taken.join('/')
}

const CHANNEL_NAME = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}._~-]+$/u

function takeWord(part: string, word: string): string | undefined {
  const [before = '', kind] = part.split(':')
  if (kind === undefined) return word.toLowerCase() === part ? part : undefined
  if (!word.startsWith(before)) return undefined
  const name = before === '' ? word.replace(/^@/, '') : word.slice(1)
  if (!CHANNEL_NAME.test(name)) return undefined
  return before + (kind === 'name' ? name.toLowerCase() : name).normalize('NFC')
}

/**
 * Parses a public web address and adds `https://` when the scheme is missing. Accepts http, https and ftp, a name with
 * a dot or a public IPv4 address, and no user name; undefined otherwise (specification 2, section 5).
 */
export function parseWebAddress(text: string): string | undefined {
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
