import { MAX_RECENT } from '#kernel/names.ts'
import type { NameKind } from '#kernel/names.ts'
import { mayRemember } from './kept-consent.ts'

/** The local storage entry; it holds ids and no names. */
const STORAGE_KEY = 'recentNames'

/** Returns the ids of those that were chosen last in this browser, the last one first. */
export function readRecent(kind: NameKind): string[] {
  const ids = read()[kind]
  return Array.isArray(ids) ? ids.filter((id) => /^[a-z0-9]{1,16}$/.test(String(id))).slice(0, MAX_RECENT) : []
}

/** Remembers who was chosen, if the reader has agreed that preferences are stored. */
export function rememberName(kind: NameKind, id: string): void {
  if (!mayRemember() || id === '') return
  const ids = [id, ...readRecent(kind).filter((each) => each !== id)].slice(0, MAX_RECENT)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), [kind]: ids }))
  } catch {
    // Storage may be full or forbidden; then nobody is remembered.
  }
}

function read(): Partial<Record<NameKind, unknown>> {
  if (!mayRemember()) return {}
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Partial<Record<NameKind, unknown>>
  } catch {
    return {}
  }
}
