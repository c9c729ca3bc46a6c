import type { RatesView } from '../contract/advertiser.ts'
import { findNamed } from '../rules/basket.ts'

/** Reads the number of a publisher from what was typed: a number, a name with its number, or a name alone. */
export function readPublisher(text: string, publishers: RatesView['publishers']): string {
  const [, number] = /^(?:.*\()?(\d{1,15})\)?$/.exec(text) ?? []
  if (text === '' || number !== undefined) return number ?? ''
  // A name that is not known, or is that of several, is refused like an unknown number.
  return String(findNamed(text, publishers)?.id ?? Number.MAX_SAFE_INTEGER)
}
