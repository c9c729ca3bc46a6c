import type { Day } from '#kernel/days.ts'

/** What banks and spreadsheets write where there is no reference, without blanks and signs. */
const PLACEHOLDERS = new Set([
  'NONREF',
  'NOREF',
  'NOREFERENCE',
  'NOTPROVIDED',
  'NOTAVAILABLE',
  'NONE',
  'NULL',
  'UNKNOWN',
])

/**
 * Whether a bank gives a reference to one booking alone, as far as it shows: a placeholder, a counter of a few digits,
 * which can start again in the next file, and the day itself do not tell bookings apart.
 */
export function isSureReference(reference: string, bookedOn: Day | undefined): boolean {
  const plain = reference.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const isDay = plain === bookedOn?.replaceAll('-', '')
  return !PLACEHOLDERS.has(plain) && !isDay && /\d/.test(plain) && plain.replace(/^0+/, '').length >= 6
}
