import { addDays, countDays } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'

/**
 * Determines the month up to and including `today`, and as many days of the month before from its first. Where the
 * month before is shorter, the same number of days ends with it.
 */
export function getMonthSoFar(today: Day): { month: DayRange; before: DayRange } {
  const first = getFirst(today)
  const month = { from: first, until: addDays(today, 1) }
  const days = countDays(month)
  const firstBefore = getFirst(addDays(first, -1))
  const until = addDays(firstBefore, days)
  if (until <= first) return { month, before: { from: firstBefore, until } }
  return { month, before: { from: addDays(first, -days), until: first } }
}

function getFirst(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** The months whose orders are listed by the month of their decision. */
const COHORT_MONTHS = 12

/** Finds the first day of the earliest month whose orders are listed by the month of their decision. */
export function getCohortStart(today: Day): Day {
  let first = getFirst(today)
  for (let month = 1; month < COHORT_MONTHS; month++) first = getFirst(addDays(first, -1))
  return first
}
