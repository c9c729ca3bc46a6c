/** A calendar day in UTC as `YYYY-MM-DD`. Reports use UTC days, independent of the time zone of the host. */
export type Day = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns whether the text is an existing day; `2024-02-30` is not. */
export function isDay(text: string): boolean {
  const match = PATTERN.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the UTC day of an instant. */
export function toDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10)
}

/** Returns the first instant of a UTC day. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

const [FIRST_MS, LAST_MS] = [startOfDay('0001-01-01').getTime(), startOfDay('9999-12-31').getTime()]

/** Returns the day `count` days later, or earlier when `count` is negative, within the years 1 to 9999. */
export function addDays(day: Day, count: number): Day {
  const time = startOfDay(day).getTime() + count * DAY_MS
  return toDay(new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)))
}

/** Lists the days of a half-open range in order. */
export function listDays(range: DayRange): Day[] {
  const days: Day[] = []
  for (let day = range.from; day < range.until; day = addDays(day, 1)) days.push(day)
  return days
}

/** A half-open range of days: `until` is the first day outside. */
export interface DayRange {
  from: Day
  until: Day
}

/** Counts the days of a range. */
export function countDays({ from, until }: DayRange): number {
  return Math.round((startOfDay(until).getTime() - startOfDay(from).getTime()) / DAY_MS)
}

/**
 * The default range of a filter is today and six days before it (specification 2, section 9).
 */
export const DEFAULT_RANGE_DAYS = 6

/**
 * Converts the inclusive `begin` and `end` of a filter into a half-open range. The default of `end` is today, that of
 * `begin` is six days before `end`.
 */
export function toDayRange(filter: { begin?: Day | undefined; end?: Day | undefined }, now: Date): DayRange {
  const last = filter.end ?? toDay(now)
  const from = filter.begin ?? addDays(last, -DEFAULT_RANGE_DAYS)
  return { from, until: addDays(last, 1) }
}
