import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

/**
 * The default range of the review, long enough to include all pending transactions in practice. Operators can choose a
 * longer one.
 */
const REVIEW_DAYS = 365

/** Adds to the search of the review what it shows while nothing else is chosen: what is pending, of the last year. */
export function fillReviewSearch<T extends object>(search: T, today: Day) {
  return { begin: addDays(today, -REVIEW_DAYS), end: today, status: 'PENDING', ...search }
}

/** Converts the search of the review into the query of its call, which knows no status `ALL`. */
export function toReviewQuery<T extends { status: unknown }>(search: T) {
  return { ...search, status: search.status === 'ALL' ? undefined : search.status }
}
