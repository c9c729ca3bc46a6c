import { useEffect } from 'react'
import { redirect, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { DAY_MS, addDays, toDay, isDay, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { mayRemember } from './kept-consent.ts'
import { searchWith } from './search.ts'

const STORAGE_KEY = 'filterTime'

/** The range of days that a list shows (both inclusive), and the current day. */
export interface ShownRange {
  begin: Day
  end: Day
  today: Day
}

/**
 * Stores the range that the visitor chose in this browser and restores it when the address names none (specification 2,
 * section 7). A range that ended on the day it was chosen is moved to end today, and one longer than `maxDays` is
 * shortened. Needs local storage and the visitor's consent.
 */
export function useFilterTime(shown: ShownRange | undefined, maxDays = Infinity): void {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  // A navigation under way must not be interrupted.
  const isIdle = useNavigation().state === 'idle'
  const isChosen = search.has('begin') || search.has('end')
  const { begin, end, today } = shown ?? {}
  useEffect(() => {
    if (!isIdle || begin === undefined || end === undefined || today === undefined) return
    if (isChosen) {
      write({ begin, end, today })
      return
    }
    const stored = shorten(rememberedRange(read(), today), maxDays)
    if (!stored || (stored.begin === begin && stored.end === end)) return
    // The whole address, because a drawer may be open over the list.
    void navigate(pathname + searchWith(search, { begin: stored.begin, end: stored.end }), {
      replace: true,
      preventScrollReset: true,
      state: state as unknown,
    })
  }, [begin, end, today, isChosen, isIdle, maxDays, navigate, pathname, search, state])
}

/**
 * For the `clientLoader` of such a list: redirects a navigation without a range to the stored range, so that the list
 * is not loaded twice. For the first page of a visit, which the server renders, the hook does this.
 */
export function leadToFilterTime(request: Request, maxDays = Infinity): void {
  const url = new URL(request.url)
  if (url.searchParams.has('begin') || url.searchParams.has('end')) return
  const stored = shorten(rememberedRange(read(), toDay(new Date())), maxDays)
  if (stored) throw redirect(url.pathname + searchWith(url.searchParams, { ...stored }))
}

/** Converts the stored range for `today`; returns `undefined` when the stored value is not a range. */
export function rememberedRange(stored: unknown, today: Day): { begin: Day; end: Day } | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { begin, end, today: storedOn } = stored as Partial<Record<keyof ShownRange, unknown>>
  if (!isDayText(begin) || !isDayText(end) || !isDayText(storedOn) || begin > end || end > today) return undefined
  if (end !== storedOn) return { begin, end }
  const days = Math.round((startOfDay(today).getTime() - startOfDay(storedOn).getTime()) / DAY_MS)
  return { begin: addDays(begin, days), end: addDays(end, days) }
}

/** Shortens a range to its last days. */
export function shorten(range: { begin: Day; end: Day } | undefined, maxDays: number) {
  if (range === undefined || maxDays === Infinity) return range
  const earliest = addDays(range.end, 1 - maxDays)
  return range.begin < earliest ? { begin: earliest, end: range.end } : range
}

function isDayText(value: unknown): value is Day {
  return typeof value === 'string' && isDay(value)
}

function read(): unknown {
  if (!mayRemember()) return undefined
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return undefined
  }
}

function write(range: ShownRange): void {
  if (!mayRemember()) return
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(range))
  } catch {
    // Storage may be full or forbidden; then the range is not stored.
  }
}
