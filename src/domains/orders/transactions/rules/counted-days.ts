import type { Day } from '#kernel/days.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

/** The orders that a row of a report counts on a day, by status. */
export type CountedDay = { day: Day } & Record<TransactionStatus, number>

/** Up to so many orders are found by their labels. Of more, reading each order of the list finds a page sooner. */
export const MAX_LABELLED = 5000

interface PageOfDays {
  /** How many rows a page and those before it have. */
  rows: number
  statuses: readonly TransactionStatus[]
  isAscending: boolean
  /** The day of the row with which the page begins, of which not all orders follow. */
  begin?: Day | undefined
  /** Whether a day has all the orders that are counted on it, so that they can fill a page. */
  isFilled: (day: Day) => boolean
}

/**
 * Chooses the first of the counted days, in the order of a list, whose orders fill a page: all if they do not.
 * Undefined if they have too many orders.
 */
export function chooseDays(counted: readonly CountedDay[], page: PageOfDays): Day[] | undefined {
  const { begin, isAscending } = page
  const following = counted.filter(({ day }) => begin === undefined || (isAscending ? day >= begin : day <= begin))
  const days: Day[] = []
  let [rows, read] = [0, 0]
  for (const counts of isAscending ? following : following.toReversed()) {
    if (rows >= page.rows) break
    days.push(counts.day)
    read += counts.PENDING + counts.CONFIRMED + counts.CANCELLED
    if (read > MAX_LABELLED) return undefined
    if (counts.day === begin || !page.isFilled(counts.day)) continue
    rows += page.statuses.reduce((sum, status) => sum + counts[status], 0)
  }
  return days
}
