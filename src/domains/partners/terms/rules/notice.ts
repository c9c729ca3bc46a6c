import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { rateText } from '#domains/programmes/rates/rules/rate.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { RuleCustomer } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateChange, TermChange } from './difference.ts'

/** A change of a rate as a notice stores it: rates as readers see them, an empty text for none. */
export interface StoredRateChange {
  event: string
  productGroup: string | null
  region: string | null
  customer: RuleCustomer | null
  before: string
  after: string
  /** From when on, if later than the version. */
  from: string | null
}

/** A change as a notice stores it. */
export type StoredChange = StoredRateChange | TermChange

/** Writes a change for storage. */
export function toStoredChange(change: RateChange | TermChange): StoredChange {
  if ('term' in change) return change
  const { before, after, from, ...orders } = change
  return {
    ...orders,
    before: before ? rateText(before, BASE_CURRENCY) : '',
    after: after ? rateText(after, BASE_CURRENCY) : '',
    from: from?.toISOString() ?? null,
  }
}

/** Which publishers the list of notices shows. */
export const NOTICE_FILTERS = ['all', 'open', 'acknowledged'] as const

/** One of `NOTICE_FILTERS`. */
export type NoticeFilter = (typeof NOTICE_FILTERS)[number]

interface Version {
  version: number
  effectiveFrom: Date
}

/** Whether a later version begins no later, so that a version never holds. */
export function isWithdrawn({ version, effectiveFrom }: Version, all: readonly Version[]): boolean {
  return all.some((other) => other.version > version && other.effectiveFrom <= effectiveFrom)
}

/** How long after it begins a version may be unknown to a publisher, because the job tells many. */
const TELLING_MS = 3_600_000

interface Knowledge {
  /** Since when the publisher was suspended. */
  suspendedSince: Date
  /** The versions of which it was told. */
  noticedIds: ReadonlySet<bigint>
  now: Date
}

/**
 * Finds the last version of the terms that a publisher knows whose suspension has ended: the one in force an hour
 * before it, or a later one of which it was told and that has begun.
 */
export function findKnownVersion<T extends Version & { id: bigint }>(
  all: readonly T[],
  { suspendedSince, noticedIds, now }: Knowledge,
): T | undefined {
  const before = termsInForce(all, new Date(suspendedSince.getTime() - TELLING_MS)) ?? termsInForce(all, suspendedSince)
  const told = all.filter((each) => noticedIds.has(each.id) && !isWithdrawn(each, all))
  return termsInForce([...(before ? [before] : []), ...told], now)
}
