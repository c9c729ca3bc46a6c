/** An address that a test click was taken to, and what answered there. */
export interface Hop {
  url: string
  /** Zero if nothing answered. */
  status: number
  /** The time until the answer, in milliseconds. */
  ms: number
  /** Whether the address has the test click in its parameter. */
  hasClick: boolean
}

/**
 * Why a walk ended before the last page, or without the click: the address is not that of a public server (`refused`),
 * does not answer (`unreachable`, `timeout`), leads on too often, or answers with an error; or a redirect has dropped
 * the click (`lost`). `busy` is none of the shop's: the network makes too many requests at the moment.
 */
export const WALK_FAULTS = ['refused', 'unreachable', 'timeout', 'busy', 'too_many_hops', 'status', 'lost'] as const

/** One of `WALK_FAULTS`. */
export type WalkFault = (typeof WALK_FAULTS)[number]

/** How far a walk is. Without `nextUrl` it has ended, at the last page or by its fault. */
export interface Walk {
  hops: readonly Hop[]
  nextUrl: string | null
  fault: WalkFault | null
}

/** A test click and the parameter of the address in which it stands. */
export interface CarriedClick {
  clickParam: string
  token: string
}

/** The most addresses of a walk. */
export const MAX_HOPS = 8

/** The longest address that is stored. */
export const MAX_HOP_URL = 2000

/** What answered at the next address of a walk, or why nothing did. */
export type Visited =
  | { url: string; status: number; ms: number; body: string; location: string | undefined }
  | { fault: Exclude<WalkFault, 'too_many_hops' | 'status' | 'lost'> }

/** Takes a walk one address further. A page that leads on by `<meta http-equiv="refresh">` is followed too. */
export function takeHop(walk: Walk, click: CarriedClick, visited: Visited): Walk {
  const { hops } = walk
  if ('fault' in visited) {
    const url = (walk.nextUrl ?? '').slice(0, MAX_HOP_URL)
    const failed = { url, status: 0, ms: 0, hasClick: carriesClick(url, click) }
    return { hops: [...hops, failed], nextUrl: null, fault: visited.fault }
  }
  const { url, status, ms, body } = visited
  const hop = { url: url.slice(0, MAX_HOP_URL), status, ms, hasClick: carriesClick(url, click) }
  const taken = [...hops, hop]
  const next = visited.location ?? findRefresh(body, url)
  if (next === undefined || next === url) return { hops: taken, nextUrl: null, fault: judgeLast(hop) }
  if (taken.length === MAX_HOPS || next.length > MAX_HOP_URL) {
    return { hops: taken, nextUrl: null, fault: 'too_many_hops' }
  }
  return { hops: taken, nextUrl: next, fault: null }
}

function judgeLast({ status, hasClick }: Hop): WalkFault | null {
  if (status >= 400) return 'status'
  return hasClick ? null : 'lost'
}

/** Tells whether an address has a click in its parameter. */
export function carriesClick(url: string, { clickParam, token }: CarriedClick): boolean {
  return URL.parse(url)?.searchParams.get(clickParam) === token
}

/** Finds the first address of a walk that has lost the click which the one before had. */
export function findLoss(hops: readonly Hop[]): number | null {
  const index = hops.findIndex(({ hasClick }) => !hasClick)
  return index === -1 ? null : index
}

const META = /<meta\b[^>]*http-equiv\s*=\s*["']?refresh\b[^>]*>/i
const TARGET = /url\s*=\s*['"]?([^'">\s]+)/i

function findRefresh(body: string, url: string): string | undefined {
  const [tag] = META.exec(body) ?? []
  const [, target] = TARGET.exec(tag?.replaceAll('&amp;', '&') ?? '') ?? []
  return target === undefined ? undefined : (URL.parse(target, url)?.href ?? undefined)
}
