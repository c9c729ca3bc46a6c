/**
 * The reasons why a hit on a tracking link counts or does not. The list is closed: the database checks it, and the
 * roll-ups have one column for each verdict. Only `payable` hits are clicks in reports, carry a click token to the
 * advertiser and can earn a commission.
 */
export const VERDICTS = [
  'payable',
  'bot',
  'prefetch',
  'head',
  'not_navigation',
  'suspended',
  'account_closed',
  'no_consent',
  'not_joined',
  'program_paused',
  'program_closed',
  'inactive_site',
  'unknown_site',
  'unknown_advertiser',
  'invalid_url',
] as const

/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number]

/** The facts that decide the verdict on a hit. */
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
  /** The browser opened the link as a page. */
  isNavigation: boolean
  /** The account of the publisher is suspended. */
  isSuspended: boolean
  /** The account of the publisher is closed. */
  isAccountClosed: boolean
  isSiteActive: boolean
  /** Advertiser active, programme open, terms in force. */
  isProgramOpen: boolean
  /** The programme is paused. */
  isProgramPaused: boolean
  isJoined: boolean
  hasConsent: boolean
}

/**
 * Decides the verdict on a hit: the first that applies. Links that cannot be followed come first, then requests that no
 * person made, then the state of the publisher's account, then a missing agreement between publisher and advertiser.
 * Consent comes last, so `no_consent` counts exactly the hits that lack nothing else.
 */
export function judge(hit: HitFacts): Verdict {
  return judgeRequest(hit) ?? judgeAgreement(hit)
}

/** Finds out whether a person opened a link that can be followed. */
function judgeRequest(hit: HitFacts): Verdict | undefined {
  if (!hit.isSiteKnown) return 'unknown_site'
  if (!hit.isLinkValid) return 'invalid_url'
  if (!hit.isAdvertiserKnown) return 'unknown_advertiser'
  if (hit.isBot) return 'bot'
  if (hit.isPrefetch) return 'prefetch'
  if (hit.isHead) return 'head'
  return hit.isNavigation ? undefined : 'not_navigation'
}

function judgeAgreement(hit: HitFacts): Verdict {
  if (hit.isAccountClosed) return 'account_closed'
  if (hit.isSuspended) return 'suspended'
  if (!hit.isSiteActive) return 'inactive_site'
  if (!hit.isProgramOpen) return hit.isProgramPaused ? 'program_paused' : 'program_closed'
  if (!hit.isJoined) return 'not_joined'
  return hit.hasConsent ? 'payable' : 'no_consent'
}

/** The verdicts that are answered by an error page. */
export type RefusedVerdict = 'unknown_site' | 'invalid_url' | 'unknown_advertiser'

/** Tells whether a hit with this verdict is answered by an error page instead of a redirect. */
export function isRefused(verdict: Verdict): verdict is RefusedVerdict {
  return verdict === 'unknown_site' || verdict === 'invalid_url' || verdict === 'unknown_advertiser'
}
