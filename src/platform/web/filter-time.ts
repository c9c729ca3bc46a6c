import { useEffect } from 'react'
import { redirect, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { addDays, dayOf, isDay, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { mayRemember } from './consent.ts'
import { searchWith } from './search.ts'

const STORAGE_KEY = 'filterTime'
const DAY_MS = 86_400_000

/** The range that a list shows, both days inside, and the present day. */
export interface ShownRange {
  begin: Day
  end: Day
  today: Day
}

/**
 * Remembers the range that somebody chose, on this machine, and takes it up again where the address names none
 * (specification 2, section 7). A range that reached up to its day reaches up to today. Without the visitor's consent,
 * or without storage, nothing is remembered.
 */
export function useFilterTime(shown: ShownRange | undefined): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  // What somebody has just chosen is not interrupted.
  const isIdle = useNavigation().state === 'idle'
  const isChosen = search.has('begin') || search.has('end')
  const { begin, end, today } = shown ?? {}
  useEffect(() => {
    if (!isIdle || begin === undefined || end === undefined || today === undefined) return
    if (isChosen) {
      write({ begin, end, today })
      return
    }
    const stored = rememberedRange(read(), today)
    if (!stored || (stored.begin === begin && stored.end === end)) return
    void navigate(searchWith(search, { begin: stored.begin, end: stored.end }), {
      replace: true,
      preventScrollReset: true,
    })
  }, [begin, end, today, isChosen, isIdle, navigate, search])
}

/**
 * For the `clientLoader` of such a list: a link within the site that names no range leads to the remembered one at
 * once, without loading the list twice. The hook does the same after the first page of a visit, which the server has
 * made.
 */
export function leadToFilterTime(request: Request): void {
  const url = new URL(request.url)
  if (url.searchParams.has('begin') || url.searchParams.has('end')) return
  const stored = rememberedRange(read(), dayOf(new Date()))
  if (stored) throw redirect(url.pathname + searchWith(url.searchParams, { ...stored }))
}

/** The stored range as it is meant on `today`; `undefined` when what is stored is no range. */
export function rememberedRange(stored: unknown, today: Day): { begin: Day; end: Day } | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { begin, end, today: storedOn } = stored as Partial<Record<keyof ShownRange, unknown>>
  if (!isDayText(begin) || !isDayText(end) || !isDayText(storedOn) || begin > end || end > today) return undefined
  if (end !== storedOn) return { begin, end }
  const days = Math.round((startOfDay(today).getTime() - startOfDay(storedOn).getTime()) / DAY_MS)
  return { begin: addDays(begin, days), end: addDays(end, days) }
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
    // Storage may be full or forbidden; then the range is simply not remembered.
  }
}
