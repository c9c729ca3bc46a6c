import type { Role } from '#kernel/actor.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'

/** The legal texts: privacy policy, terms of use, and conditions for publishers. */
export const LEGAL_DOCUMENTS = ['privacy', 'terms', 'conditions'] as const

/** One of `LEGAL_DOCUMENTS`. */
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

/** The day of the version that the program brings (specification 2, section 9). */
export const LEGAL_UPDATED_ON = '2024-06-19'

/** The legal texts that an operator can change. */
export const CHANGED_DOCUMENTS = ['terms', 'conditions'] as const

/** One of `CHANGED_DOCUMENTS`. */
export type ChangedDocument = (typeof CHANGED_DOCUMENTS)[number]

/** Whom a text binds. */
export const BOUND_ROLES: Readonly<Record<ChangedDocument, readonly Role[]>> = {
  terms: ['publisher', 'advertiser'],
  conditions: ['publisher'],
}

/**
 * Returns when the month in which an account can object is over: the midnight UTC after its last day (terms, section
 * 14).
 */
export function getObjectionEnd(announcedAt: Date): Date {
  const [year = 0, month = 1, day = 1] = toDay(announcedAt).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month, Math.min(day, lastDay))).toISOString().slice(0, 10)
  return startOfDay(addDays(end, 1))
}

/** Refuses a change that holds before accounts could object to it. */
export function checkHoldsFrom(holdsFrom: Day, now: Date): void {
  if (startOfDay(holdsFrom) < getObjectionEnd(now)) throw invalidField('holds_from', { code: 'terms.too_early' })
}
