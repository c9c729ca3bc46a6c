import { z } from 'zod'
import { coded } from './error-codes.ts'

/** A calendar day in UTC as `YYYY-MM-DD`. Reports count days in UTC, whatever the host's time zone is. */
export type Day = string

const DAY_MS = 86_400_000
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text names a day that exists: `2024-02-30` does not. */
export function isDay(text: string): boolean {
  const match = PATTERN.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A day on the wire; anything but an existing day is refused. */
export const Day = z.string().refine(isDay, coded('input.day'))

/** The UTC day that an instant falls on. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10)
}

/** The instant at which a UTC day begins. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(startOfDay(day).getTime() + count * DAY_MS))
}

/** Every day of a half-open range, in order. */
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

/**
 * How far back a filter reaches when nothing is chosen: today and the six days before it (specification 2, section 9).
 */
export const DEFAULT_RANGE_DAYS = 6

/**
 * The half-open range of a filter whose `begin` and `end` are both inclusive, as they stand on the wire. A missing end
 * is today, a missing begin six days before the end.
 */
export function rangeOf(filter: { begin?: Day | undefined; end?: Day | undefined }, now: Date): DayRange {
  const last = filter.end ?? dayOf(now)
  const from = filter.begin ?? addDays(last, -DEFAULT_RANGE_DAYS)
  return { from, until: addDays(last, 1) }
}

/**
 * The `begin`/`end` pair of every list: both optional and inclusive, `begin` not after `end`, at most ten years apart.
 */
export const dayFilter = { begin: Day.optional(), end: Day.optional() }

/** The refinement that goes with `dayFilter`; the message names `begin`. */
export function hasOrderedDays(filter: { begin?: Day | undefined; end?: Day | undefined }): boolean {
  return filter.begin === undefined || filter.end === undefined || filter.begin <= filter.end
}
