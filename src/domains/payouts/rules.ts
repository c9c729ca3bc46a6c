import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { AMOUNT_SCALE, floorToCents } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** The smallest amount that the network pays (specification 2, section 9). */
export const MINIMUM_PAYOUT: Amount = 100n * AMOUNT_SCALE

/** The confirmed commission of a publisher. */
export interface ConfirmedCommission {
  /** All of it. */
  total: Amount
  /** The part that was confirmed before the current month began. */
  beforeMonth: Amount
}

/** A payment to come; `amount` is null while the minimum is not reached. */
export interface NextPayment {
  day: Day
  amount: Amount | null
}

/**
 * Plans the next payment. Commission confirmed in one month is paid at the end of the following month, once it has
 * reached the minimum (specification 2, section 9).
 */
export function planNextPayment({ total, beforeMonth }: ConfirmedCommission, today: Day): NextPayment {
  if (beforeMonth >= MINIMUM_PAYOUT) return { day: getMonthEnd(today), amount: floorToCents(beforeMonth) }
  const day = getMonthEnd(addDays(getMonthEnd(today), 1))
  return { day, amount: total >= MINIMUM_PAYOUT ? floorToCents(total) : null }
}

/** Gets the last day of the month of a day. */
function getMonthEnd(day: Day): Day {
  const inNextMonth = addDays(`${day.slice(0, 8)}28`, 4)
  return addDays(`${inNextMonth.slice(0, 8)}01`, -1)
}
