import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

/** A run to come: the first day of its UTC month, and the day on which it pays. */
export interface PlannedRun {
  month: Day
  day: Day
}

/** Returns the first day of the month of a day. */
export function getMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Returns the first day of the month `count` months later, or earlier when `count` is negative. */
export function addMonths(month: Day, count: number): Day {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 10)
}

/** Plans the run of a month: it pays on the last day of the following month (specification 2, section 9). */
export function planRun(month: Day): PlannedRun {
  return { month, day: addDays(addMonths(month, 2), -1) }
}

/**
 * Plans the next run: that of the month before this one, or the one after the last approved run. `lastMonth` is the
 * month of that run.
 */
export function planNextRun(today: Day, lastMonth: Day | null): PlannedRun {
  const before = addMonths(getMonth(today), -1)
  const next = lastMonth === null ? before : addMonths(lastMonth, 1)
  return planRun(next > before ? next : before)
}

/**
 * Returns the month of the last run whose day has come: on the last day of a month that of the month before, and
 * earlier in a month that of the month before the last.
 */
export function getScheduledMonth(today: Day): Day {
  const before = addMonths(getMonth(today), -1)
  return planRun(before).day <= today ? before : addMonths(before, -1)
}
