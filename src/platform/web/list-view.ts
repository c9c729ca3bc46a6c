import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { choiceCookie } from './choice-cookie.ts'
import { mayRemember } from './kept-consent.ts'

/** The cookie that holds the sort order and the page size of each list, the last chosen first. */
export const LIST_COOKIE = 'tandem_lists'

const MAX_LISTS = 20

const NAMES = ['sort', 'page_size'] as const

/** Stores the sort order and the page size in the address for the list of this page. Needs the reader's consent. */
export function useStoredListView(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!mayRemember()) return
    const lists = addListView(document.cookie, pathname, new URLSearchParams(search))
    if (lists !== undefined) document.cookie = choiceCookie(LIST_COOKIE, lists)
  }, [pathname, search])
}

/** Finds the stored choices of a list that it accepts. */
export function findChoices(
  cookies: string | null,
  pathname: string,
  accepts: (name: string, value: string) => boolean,
) {
  const [, search] = readLists(cookies).find(([path]) => path === pathname) ?? []
  return [...new URLSearchParams(search)].filter(([name, value]) => accepts(name, value))
}

/** Returns the value of the cookie with the choices in `search`; undefined when there are none. */
export function addListView(cookies: string, pathname: string, search: URLSearchParams): string | undefined {
  const lists = readLists(cookies)
  const [, stored] = lists.find(([path]) => path === pathname) ?? []
  const chosen = new URLSearchParams(stored)
  for (const name of NAMES) {
    const value = search.get(name)
    if (value !== null && /^\w{1,30}$/.test(value)) chosen.set(name, value)
  }
  if (chosen.size === 0 || chosen.toString() === stored) return undefined
  const others = lists.filter(([path]) => path !== pathname)
  return [[pathname, chosen.toString()], ...others.slice(0, MAX_LISTS - 1)].map((list) => list.join('?')).join('|')
}

/** Reads `/transactions?page_size=50|/promotions?sort=deal` as pairs of a path and its search. */
function readLists(cookies: string | null): (readonly [string, string])[] {
  const [, value = ''] = new RegExp(`(?:^|; )${LIST_COOKIE}=([^;]*)`).exec(cookies ?? '') ?? []
  return value.split('|').flatMap((list) => {
    const [path = '', search = ''] = list.split('?')
    return search === '' ? [] : [[path, search] as const]
  })
}
