import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'

/** How much a balance grew on a UTC day, or fell if it is negative. */
export interface DailyAmount {
  day: Day
  amount: Amount
}

/**
 * Finds the day on which a balance last reached its minimum, or last fell below it; null if the last days did not
 * change on which side it is. `days` are its changes, oldest first, after which it is `due`.
 */
export function findBalanceSince(
  days: readonly DailyAmount[],
  { due, minimum }: { due: Amount; minimum: Amount },
): Day | null {
  let after = due
  for (const { day, amount } of days.toReversed()) {
    const before = after - amount
    if (before < minimum !== due < minimum) return day
    after = before
  }
  return null
}
