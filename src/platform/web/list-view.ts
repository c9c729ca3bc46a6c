import { useEffect } from 'react'
import { redirect, useLocation, useNavigate, useNavigation } from 'react-router'
import { mayRemember } from './consent.ts'
import { searchWith } from './search.ts'

const STORAGE_KEY = 'listView'

/** The parameters of a list that are stored, with the values that it accepts. */
export type ListChoices = Readonly<Partial<Record<'sort' | 'page_size', readonly (string | number)[]>>>

/**
 * Stores the sort order and the page size that the reader chose for this list in the browser, and restores them when
 * the address names none. Needs local storage and the reader's consent.
 */
export function useListView(choices: ListChoices): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // A navigation under way must not be interrupted.
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isIdle) return
    const present = new URLSearchParams(search)
    const chosen = pickChoices(Object.fromEntries(present), choices)
    if (Object.keys(chosen).length > 0) write(pathname, { ...findView(read(), pathname, choices), ...chosen })
    const missing = findMissing(present, findView(read(), pathname, choices))
    if (missing) void navigate(searchWith(present, missing), { replace: true, preventScrollReset: true })
  }, [choices, isIdle, navigate, pathname, search])
}

/** For the `clientLoader` of such a list: redirects a navigation without these parameters to the stored ones. */
export function leadToListView(request: Request, choices: ListChoices): void {
  const { pathname, searchParams } = new URL(request.url)
  const missing = findMissing(searchParams, findView(read(), pathname, choices))
  if (missing) throw redirect(pathname + searchWith(searchParams, missing))
}

/** Reads the stored parameters of a list. Ignores values that the list does not accept. */
export function findView(stored: unknown, pathname: string, choices: ListChoices): Record<string, string> {
  const views = isRecord(stored) ? stored[pathname] : undefined
  return isRecord(views) ? pickChoices(views, choices) : {}
}

function pickChoices(values: Readonly<Record<string, unknown>>, choices: ListChoices): Record<string, string> {
  const picked = Object.entries(choices).flatMap(([name, allowed]) => {
    const value = values[name]
    return typeof value === 'string' && allowed.some((each) => String(each) === value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(picked)
}

function findMissing(present: URLSearchParams, view: Record<string, string>): Record<string, string> | undefined {
  const missing = Object.entries(view).filter(([name]) => !present.has(name))
  return missing.length === 0 ? undefined : Object.fromEntries(missing)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function read(): unknown {
  if (!mayRemember()) return undefined
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return undefined
  }
}

function write(pathname: string, view: Record<string, string>): void {
  if (!mayRemember()) return
  const stored = read()
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...(isRecord(stored) ? stored : {}), [pathname]: view }))
  } catch {
    // Storage may be full or forbidden; then the choice is not stored.
  }
}
