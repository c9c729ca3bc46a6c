import type { LinkTarget } from '../contract.ts'
import type { SubIds } from './link-query.ts'

/** What a tracking link says. */
export interface LinkParts {
  /** The network's address without a trailing slash. */
  publicUrl: string
  siteKey: string
  subs: SubIds
  /** The page to lead to. */
  url: string
}

/** The tracking link that a publisher publishes: `/r?key=…&id=…&url=…`, the sub ids only where there are any. */
export function trackingUrl({ publicUrl, siteKey, subs, url }: LinkParts): string {
  const { sub1, ...others } = subs
  const given = Object.entries({ key: siteKey, id: sub1, ...others, url }).filter(([, value]) => value)
  return `${publicUrl}/r?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`
}

/** What a publisher is told about a link, by the rules of `judge`. */
export function buildTarget(
  target: { isOpen: boolean; isJoined: boolean } | undefined,
  site: { isActive: boolean },
): LinkTarget {
  if (target === undefined) return 'undeclared'
  if (!site.isActive) return 'site_inactive'
  if (!target.isOpen) return 'program_closed'
  return target.isJoined ? 'joined' : 'not_joined'
}
