/**
 * Why a publisher may be the one that led the buyer to the shop, the strongest reason first: it claims the order, it
 * owns the coupon code, its click did not count, or nearly all clicks of these days are its own.
 */
export const CLUES = ['claim', 'coupon', 'click', 'share'] as const

/** One of `CLUES`. */
export type Clue = (typeof CLUES)[number]

/** What is known about an order that matched no click. */
export interface OrphanFacts {
  claims: readonly { publisherId: bigint; claimId: string }[]
  /** The site that owns the coupon code. */
  coupon: { publisherId: bigint; siteId: bigint } | undefined
  /** The click that the postback names, if it led to this advertiser. */
  click: { publisherId: bigint; siteId: bigint; clickId: string; clickedAt: Date } | undefined
  /** The clicks on the day of the order and the day before, by publisher, the most first. */
  clicks: readonly { publisherId: bigint; clicks: number }[]
}

/** A publisher who may have earned the order. */
export interface Suggestion {
  publisherId: bigint
  clue: Clue
  claimId?: string
  /** The site that the coupon code or the click names. */
  siteId?: bigint
  clickId?: string
  clickedAt?: Date
  /** Its part of the clicks, in whole percent. */
  percent?: number
}

/** A share of the clicks says nothing below so many clicks, or so many percent of them. */
const MIN_CLICKS = 20
const MIN_PERCENT = 60

/** Suggests the publishers who may have earned an order, each once, by its strongest clue. */
export function suggestOwners({ claims, coupon, click, clicks }: OrphanFacts): Suggestion[] {
  const all: Suggestion[] = [
    ...claims.map((claim) => ({ clue: 'claim' as const, ...claim })),
    ...(coupon ? [{ clue: 'coupon' as const, ...coupon }] : []),
    ...(click ? [{ clue: 'click' as const, ...click }] : []),
    ...findLargeShare(clicks),
  ]
  return all.filter(({ publisherId }, index) => all.findIndex((each) => each.publisherId === publisherId) === index)
}

function findLargeShare(clicks: OrphanFacts['clicks']): Suggestion[] {
  const [first] = clicks
  const sum = clicks.reduce((total, each) => total + each.clicks, 0)
  if (first === undefined || sum < MIN_CLICKS) return []
  const percent = Math.floor((100 * first.clicks) / sum)
  return percent < MIN_PERCENT ? [] : [{ clue: 'share', publisherId: first.publisherId, percent }]
}
