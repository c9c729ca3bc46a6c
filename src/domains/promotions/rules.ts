import type { Actor } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { TRAFFIC_CATEGORIES } from '#kernel/lists/traffic-categories.ts'

/** A category of the network's list; a promotion has one. */
export const PROMOTION_CATEGORIES = TRAFFIC_CATEGORIES

/** The kinds of promotions: coupon codes, deals, and products or services (specification 2, section 2). */
export const PROMOTION_KINDS = ['coupon', 'deal', 'product'] as const

/** One of `PROMOTION_KINDS`. */
export type PromotionKind = (typeof PROMOTION_KINDS)[number]

/** The orders of the publisher's list. A kind puts its promotions first, the others follow, newest first. */
export const PROMOTION_SORTS = [...PROMOTION_KINDS, 'newest', 'ending'] as const

/** One of `PROMOTION_SORTS`. */
export type PromotionSort = (typeof PROMOTION_SORTS)[number]

/** Whether a promotion runs: publishers see only active ones. */
export const PROMOTION_STATES = ['active', 'scheduled', 'ended'] as const

/** One of `PROMOTION_STATES`. */
export type PromotionState = (typeof PROMOTION_STATES)[number]

/** The sizes of the list of one advertiser's promotions (specification 2, section 9). */
export const DIALOG_PAGE_SIZES = [20, 18, 10] as const

/** The most promotions that a widget shows. */
export const MAX_WIDGET_PROMOTIONS = 24

/** Returns the known categories among those that a widget's address names; empty means all. */
export function readWidgetCategories(names: readonly string[]): string[] {
  const known: readonly string[] = PROMOTION_CATEGORIES
  return [...new Set(names)].filter((name) => known.includes(name))
}

/** The most rows that one file may import. */
export const MAX_IMPORT_ROWS = 20_000

/** The reading of a file stops after so many errors. */
export const MAX_IMPORT_ERRORS = 100

/** Determines the state of a promotion at an instant. Its days are in UTC, and the last day is part of it. */
export function getPromotionState(
  promotion: { startsOn: Day; endsOn: Day | null; endedAt: Date | null },
  now: Date,
): PromotionState {
  const today = toDay(now)
  if (promotion.endedAt !== null || (promotion.endsOn !== null && promotion.endsOn < today)) return 'ended'
  return promotion.startsOn > today ? 'scheduled' : 'active'
}

/** Returns the form of a coupon code by which codes are compared: shops ignore the case. */
export function foldCode(code: string): string {
  return code.trim().toUpperCase()
}

/**
 * Returns the advertiser whose promotions an account manages: an advertiser its own, an operator any. Answers another
 * advertiser's id as unknown.
 */
export function getManagedAdvertiserId(actor: Actor, advertiserId: bigint): bigint {
  if (actor.kind === 'account' && actor.role === 'operator') return advertiserId
  if (actor.kind !== 'account' || actor.role !== 'advertiser') throw new Refusal({ code: 'not_allowed', status: 403 })
  if (actor.advertiserId !== advertiserId) throw notFound()
  return advertiserId
}
