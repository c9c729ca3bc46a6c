import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import type { FieldOption, OwnerData } from './account.server-actions.ts'

/** Converts countries to options by their positions from 1. */
export function toPositions(countries: OwnerData['countries']): FieldOption[] {
  return countries.map(({ code, label }) => ({ value: String(COUNTRY_CODES.indexOf(code) + 1), label }))
}
