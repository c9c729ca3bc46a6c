import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

/** How far ahead a programme can be closed or paused, in days. */
export const MAX_DAYS_AHEAD = 365

/** The steps of a closing, in their order. */
export const CLOSING_STEPS = ['announced', 'closes', 'last_order', 'last_decision', 'final_invoice'] as const

/** One of `CLOSING_STEPS`. */
export type ClosingStep = (typeof CLOSING_STEPS)[number]

/** The days on which a programme can close or be paused: each from its beginning, in UTC. */
export function getClosingDays({ now, noticeDays }: { now: Date; noticeDays: number }): { from: Day; until: Day } {
  const today = toDay(now)
  // A day has begun before the notice of today's hours has passed.
  return { from: addDays(today, noticeDays + 1), until: addDays(today, MAX_DAYS_AHEAD) }
}

/** From when on clicks of a closed programme earn nothing: an operator can close it before the announced day. */
export function getCloseTime(closedAt: Date, announced: Date | null): Date {
  return announced !== null && announced < closedAt ? announced : closedAt
}

/** How long a version of the terms lets an order wait. */
export interface OrderDays {
  windowDays: number
  validationDays: number
  maxExtensions: number
  extensionDays: number
}

/**
 * Calculates when each step of a closing is reached at the latest, by the longest times of the terms: the last order of
 * a click before the close, its decision with all extensions, and the invoice of the month of that decision.
 */
export function getClosingSteps(
  { requestedAt, closesAt }: { requestedAt: Date; closesAt: Date },
  terms: readonly OrderDays[],
): Record<ClosingStep, Date> {
  const longest = (days: (each: OrderDays) => number) => Math.max(0, ...terms.map(days)) * DAY_MS
  const lastOrder = new Date(closesAt.getTime() + longest(({ windowDays }) => windowDays))
  const waits = longest(({ validationDays, maxExtensions, extensionDays }) => {
    return validationDays + maxExtensions * extensionDays
  })
  const lastDecision = new Date(lastOrder.getTime() + waits)
  return {
    announced: requestedAt,
    closes: closesAt,
    last_order: lastOrder,
    last_decision: lastDecision,
    final_invoice: getMonthAfter(lastDecision),
  }
}

function getMonthAfter(at: Date): Date {
  const first = `${toDay(at).slice(0, 7)}-01`
  return startOfDay(`${addDays(first, 31).slice(0, 7)}-01`)
}
