import type { Day } from '#kernel/days.ts'

/** Which days can be chosen. */
export interface DateLimits {
  /** The first day that can be chosen. */
  notBefore?: Day | undefined
  /** The last day that can be chosen. */
  notAfter?: Day | undefined
  disabledDays?: readonly Day[]
}

/** Tells whether a day cannot be chosen (specification 2, section 5). */
export function isDisabledDay(day: Day, { notBefore, notAfter, disabledDays = [] }: DateLimits): boolean {
  if (notBefore !== undefined && day < notBefore) return true
  if (notAfter !== undefined && day > notAfter) return true
  return disabledDays.includes(day)
}

/** Limits a range to the days from `notBefore` to `notAfter`. Returns `undefined` if none of its days remains. */
export function limitRange(
  [begin, end]: readonly [Day, Day],
  { notBefore = begin, notAfter = end }: DateLimits,
): [Day, Day] | undefined {
  const first = begin < notBefore ? notBefore : begin
  const last = end > notAfter ? notAfter : end
  return first <= last ? [first, last] : undefined
}

/** The first day of the week: 1 is Monday, 7 is Sunday, the default (specification 2, section 5). */
export type FirstDayOfWeek = 1 | 2 | 3 | 4 | 5 | 6 | 7

/**
 * Lists the minutes of a time panel, two digits each. The step is 0 to 60: 0 and 1 offer every minute, 60 only the full
 * hour (specification 2, section 5).
 */
export function listMinutes(minuteStep: number): string[] {
  const step = Math.min(60, Math.max(1, Math.trunc(minuteStep)))
  return Array.from({ length: Math.ceil(60 / step) }, (_, index) => String(index * step).padStart(2, '0'))
}

/** Lists the hours of a day, two digits each. */
export function listHours(): string[] {
  return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
}
