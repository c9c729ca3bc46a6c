import type { Actor } from '#kernel/actor.ts'
import { addDays, countDays, toDay } from '#kernel/days.ts'
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

/** The path segment of the form of a new promotion, in place of an id. */
export const NEW_PROMOTION = 'new'

/** The button of the form that tests its address and saves nothing. */
export const TEST_FIELD = 'test'

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

/** What a brand should look at before or while a promotion runs, the most urgent first. */
export const PROMOTION_CHECKS = [
  'link_failed',
  'link_untested',
  'link_old',
  'owner_left',
  'code_unpaid',
  'ends_soon',
  'open_ended',
] as const

/** One of `PROMOTION_CHECKS`. */
export type PromotionCheck = (typeof PROMOTION_CHECKS)[number]

/** The facts about a promotion that its checks need. */
export interface CheckedPromotion {
  startsOn: Day
  endsOn: Day | null
  endedAt: Date | null
  /** The last test of its address. */
  link: { testedAt: Date; hasFailed: boolean } | null
  /** Whether a site owns its code, and whether that site could earn by it now. */
  owner: 'none' | 'earns' | 'left'
  /** Whether the terms in force pay orders to the owner of a code. */
  paysCodes: boolean
}

/** A promotion that ends within so many days is named. */
export const ENDS_SOON_DAYS = 7
/** A promotion without a last day is named after so many days. */
export const OPEN_ENDED_DAYS = 180
/** A test of an address counts for so many days. */
export const LINK_TEST_DAYS = 30

/** Checks a promotion that has not ended: its link, who earns by its code, and its last day. */
export function checkPromotion(promotion: CheckedPromotion, now: Date): PromotionCheck[] {
  const state = getPromotionState(promotion, now)
  if (state === 'ended') return []
  const { startsOn, endsOn, link, owner, paysCodes } = promotion
  const today = toDay(now)
  const isEndNear = endsOn !== null && endsOn < addDays(today, ENDS_SOON_DAYS)
  const found: Record<PromotionCheck, boolean> = {
    link_failed: link?.hasFailed === true,
    link_untested: link === null,
    link_old: link?.hasFailed === false && toDay(link.testedAt) <= addDays(today, -LINK_TEST_DAYS),
    owner_left: owner === 'left',
    code_unpaid: owner === 'earns' && !paysCodes,
    ends_soon: state === 'active' && isEndNear,
    open_ended: endsOn === null && startsOn <= addDays(today, -OPEN_ENDED_DAYS),
  }
  return PROMOTION_CHECKS.filter((check) => found[check])
}

/**
 * Places the days of a promotion in a month (`2026-11`) of `days` days: from which day on, counted from 0, and for how
 * many. It is none if the promotion does not run in the month.
 */
export function placeInMonth({ startsOn, endsOn }: { startsOn: Day; endsOn: Day | null }, month: string) {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const days = countDays({ from: first, until: next })
  const from = startsOn > first ? Math.min(countDays({ from: first, until: startsOn }), days) : 0
  const until =
    endsOn === null || endsOn >= next ? days : Math.max(countDays({ from: first, until: addDays(endsOn, 1) }), 0)
  return { from, length: Math.max(until - from, 0), days }
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
