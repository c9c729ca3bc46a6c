import { z } from 'zod'
import { isDay } from './days.ts'
import { coded } from './error-codes.ts'

/** Parses a day; refuses days that do not exist. What is checked of an object with one only sees days. */
export const Day = z.string().refine(isDay, { message: coded('input.day'), abort: true })

/**
 * The `begin` and `end` of a list query; both are optional and inclusive. Use it with `hasOrderedDays`.
 */
export const dayFilter = { begin: Day.optional(), end: Day.optional() }

/** The refinement for `dayFilter`: `begin` is not after `end`. */
export function hasOrderedDays(filter: { begin?: string | undefined; end?: string | undefined }): boolean {
  return filter.begin === undefined || filter.end === undefined || filter.begin <= filter.end
}
