import type { LinkTarget } from '../contract.ts'

/** The five sub ids of a link; empty where the publisher gave none. */
export type WrittenSubIds = Record<'sub1' | 'sub2' | 'sub3' | 'sub4' | 'sub5', string>

/** The parts of a tracking link. */
export interface LinkParts {
  /** The tracking address without a trailing slash. */
  trackingOrigin: string
  siteKey: string
  subs: WrittenSubIds
  /** The promotion that the link belongs to. */
  promotionId?: bigint
  /** The destination. */
  url: string
}

/** Builds the tracking link that a publisher publishes: `/r?key=…&id=…&promo=…&url=…`, without the empty parts. */
export function buildTrackingUrl({ trackingOrigin, siteKey, subs, promotionId, url }: LinkParts): string {
  const { sub1, ...others } = subs
  const promo = promotionId?.toString() ?? ''
  return `${trackingOrigin}/r?${buildQuery({ key: siteKey, id: sub1, ...others, promo, url })}`
}

/** Builds the short form of the same link: `/r/{key}?id=…&url=…`. Both forms lead to the same page. */
export function buildShortUrl({ trackingOrigin, siteKey, subs, url }: LinkParts): string {
  const { sub1, ...others } = subs
  return `${trackingOrigin}/r/${siteKey}?${buildQuery({ id: sub1, ...others, url })}`
}

function buildQuery(parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** Tells a publisher whether a link can earn, by the rules of `judge`. */
export function getLinkTarget(
  target: { isOpen: boolean; isJoined: boolean } | undefined,
  site: { isActive: boolean; isSuspended: boolean },
): LinkTarget {
  if (target === undefined) return 'undeclared'
  if (site.isSuspended) return 'suspended'
  if (!site.isActive) return 'site_inactive'
  if (!target.isOpen) return 'program_closed'
  return target.isJoined ? 'joined' : 'not_joined'
}

/** Picks the site with a key; without a key the first active site, or the first one. */
export function pickSite<S extends { key: string; isActive: boolean }>(
  sites: readonly S[],
  key: string,
): S | undefined {
  if (key !== '') return sites.find((site) => site.key === key)
  return sites.find(({ isActive }) => isActive) ?? sites[0]
}

/** Splits typed text into addresses: one per line, without empty lines. */
export function splitAddresses(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
