import type { LinkTarget } from '../contract.ts'
import type { SubIds } from './link-query.ts'

/** The parts of a tracking link. */
export interface LinkParts {
  /** The network's address without a trailing slash. */
  publicUrl: string
  siteKey: string
  subs: SubIds
  /** The destination. */
  url: string
}

/** Builds the tracking link that a publisher publishes: `/r?key=…&id=…&url=…`, without the sub ids that are empty. */
export function buildTrackingUrl({ publicUrl, siteKey, subs, url }: LinkParts): string {
  const { sub1, ...others } = subs
  const given = Object.entries({ key: siteKey, id: sub1, ...others, url }).filter(([, value]) => value)
  return `${publicUrl}/r?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`
}

/** Tells a publisher whether a link can earn, by the rules of `judge`. */
export function getLinkTarget(
  target: { isOpen: boolean; isJoined: boolean } | undefined,
  site: { isActive: boolean },
): LinkTarget {
  if (target === undefined) return 'undeclared'
  if (!site.isActive) return 'site_inactive'
  if (!target.isOpen) return 'program_closed'
  return target.isJoined ? 'joined' : 'not_joined'
}
