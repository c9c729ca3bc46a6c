// Separate from list-view.ts, so that the shell of the consoles does not load zod.
import { redirect } from 'react-router'
import { parseListQuery, writeListQuery } from '#kernel/list-query.ts'
import type { List, ListParams } from '#kernel/list-query.ts'
import { findChoices } from './list-view.ts'
import { searchWith } from './search.ts'

/** What the parts of a page need to know about its list. */
export interface ShownList {
  name: string
  path: string
  /** The keys of the columns that the reader can choose, and of those that are shown. */
  columns: readonly string[]
  shownColumns: readonly string[]
  /** What the address asks and the list does not know: `status=PAID`. */
  ignored: readonly string[]
  /** The search without `ignored`. */
  search: string
}

/** What an address asks of a list. */
export interface ReadList {
  /** The parameters of its call. */
  query: ListParams
  /** The id of the saved view that is open. */
  view?: string
  list: ShownList
}

/** Reads the address of a page, without the parameter by which the router names the routes whose data it asks for. */
export function readAddress(request: Request): URL {
  const url = new URL(request.url)
  url.searchParams.delete('_routes')
  return url
}

/**
 * Reads the address of a list. What the list does not know is left out, and `ListPanel` names it. If the address names
 * no sort order or page size, redirects to the ones that the reader chose last for this list.
 */
export function readList(request: Request, list: List, foreign: readonly string[] = []): ReadList {
  const { pathname, searchParams } = readAddress(request)
  const accepts = (name: string, value: string) =>
    Object.hasOwn(parseListQuery(list, new URLSearchParams({ [name]: value })).query, name)
  const missing = findChoices(request.headers.get('cookie'), pathname, accepts).filter(
    ([name]) => !searchParams.has(name),
  )
  if (missing.length > 0) throw redirect(pathname + searchWith(searchParams, Object.fromEntries(missing)))
  const { ignored, ...search } = parseListQuery(list, searchParams, foreign)
  return {
    query: search.query,
    ...(search.view !== undefined && { view: search.view }),
    list: {
      name: list.name,
      path: list.path,
      columns: list.columns,
      shownColumns: search.columns ?? list.defaultColumns ?? list.columns,
      ignored,
      search: writeListQuery(list, search),
    },
  }
}
