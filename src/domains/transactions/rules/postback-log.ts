import type { PostbackParameters } from './read-order.ts'

const MAX_ENTRIES = 30
const MAX_NAME_LENGTH = 40
const MAX_VALUE_LENGTH = 200

/**
 * What is kept of a postback's parameters: all but the secret, bounded in number and size (under 30 KB whatever comes),
 * without characters that the database cannot store.
 */
export function storedParameters(given: PostbackParameters): Record<string, string> {
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(given)) {
    if (name === 'token' || value === undefined || value === null) continue
    if (kept.length === MAX_ENTRIES) break
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    kept.push([storable(name, MAX_NAME_LENGTH), storable(text, MAX_VALUE_LENGTH)])
  }
  return Object.fromEntries(kept)
}

function storable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\0', '\uFFFD').toWellFormed()
}
