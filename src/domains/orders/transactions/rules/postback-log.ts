import type { PostbackParameters } from './read-order.ts'

/** The most parameters of a postback that are stored. */
export const MAX_PARAMETERS = 30

const MAX_NAME_LENGTH = 40
const MAX_VALUE_LENGTH = 200

/**
 * Reduces a postback's parameters to what is stored: all but the secret, limited in number and size (at most 30 KB),
 * without characters that the database cannot store.
 */
export function toStoredParameters(given: PostbackParameters): Record<string, string> {
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(given)) {
    if (name === 'token' || value === undefined || value === null) continue
    if (kept.length === MAX_PARAMETERS) break
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    kept.push([toStorable(name, MAX_NAME_LENGTH), toStorable(text, MAX_VALUE_LENGTH)])
  }
  return Object.fromEntries(kept)
}

function toStorable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\0', '\uFFFD').toWellFormed()
}
