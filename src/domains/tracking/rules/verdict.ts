import type { Verdict } from '../contract.ts'

/** What is known about a hit when its verdict is passed. */
export interface HitFacts {
  /** The key names a site. */
  isSiteKnown: boolean
  /** Every parameter could be read and the destination is an http(s) address. */
  isLinkValid: boolean
  /** An advertiser has declared the destination's host. */
  isAdvertiserKnown: boolean
  isBot: boolean
  isPrefetch: boolean
  isHead: boolean
  isSiteActive: boolean
  /** Advertiser active, programme open, terms in force. */
  isProgramOpen: boolean
  isJoined: boolean
  hasConsent: boolean
}

/**
 * The verdict on a hit: the first of these that applies. What cannot be redirected comes first, then what is no human,
 * then what publisher and advertiser have not agreed on; consent is last, so that `no_consent` counts exactly the
 * clicks that consent alone has cost.
 */
export function judge(hit: HitFacts): Verdict {
  if (!hit.isSiteKnown) return 'unknown_site'
  if (!hit.isLinkValid) return 'invalid_url'
  if (!hit.isAdvertiserKnown) return 'unknown_advertiser'
  if (hit.isBot) return 'bot'
  if (hit.isPrefetch) return 'prefetch'
  if (hit.isHead) return 'head'
  if (!hit.isSiteActive) return 'inactive_site'
  if (!hit.isProgramOpen) return 'program_closed'
  if (!hit.isJoined) return 'not_joined'
  return hit.hasConsent ? 'payable' : 'no_consent'
}

/** The verdicts that end on a page instead of a redirect. */
export type RefusedVerdict = 'unknown_site' | 'invalid_url' | 'unknown_advertiser'

/** Whether a hit with this verdict is answered by a page that says why, and never by a redirect. */
export function isRefused(verdict: Verdict): verdict is RefusedVerdict {
  return verdict === 'unknown_site' || verdict === 'invalid_url' || verdict === 'unknown_advertiser'
}
