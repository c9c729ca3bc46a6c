import type { RatesView } from '../contract/brand.ts'

/** Reads the number of a publisher from what was typed: a number, a name with its number, or a name alone. */
export function readPublisher(text: string, publishers: RatesView['publishers']): string {
  const [, number] = /^(?:.*\()?(\d{1,15})\)?$/.exec(text) ?? []
  if (text === '' || number !== undefined) return number ?? ''
  const named = publishers.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  // A name that is not known, or is that of several, is refused like an unknown number.
  return String(named.length === 1 ? named[0]?.id : Number.MAX_SAFE_INTEGER)
}
