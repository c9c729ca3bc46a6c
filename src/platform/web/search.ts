import { PLACE_PARAMS } from '#kernel/paging.ts'

/** Reads the search parameters of a request as a query. Repeated names become lists; empty values are omitted. */
export function readSearch(request: Request): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  const { searchParams } = new URL(request.url)
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name).filter((value) => value !== '')
    const [first] = values
    if (first !== undefined) query[name] = values.length === 1 ? first : values
  }
  return query
}

/** The parameters that select and arrange the rows of a list. Its sums do not depend on them. */
export const ROW_PARAMS: readonly string[] = [...PLACE_PARAMS, 'sort', 'page_size', 'columns', 'view']

/** Counts the filters in the search of a list; a range is one. What arranges the list filters nothing. */
export function countFilters(search: URLSearchParams): number {
  const others = [...ROW_PARAMS, ...(search.get('begin') ? ['end'] : [])]
  return [...search].filter(([name, value]) => value !== '' && !others.includes(name)).length
}

/** The change of the search that returns to the first page of a list. */
export const FIRST_PAGE = Object.fromEntries(PLACE_PARAMS.map((name) => [name, undefined]))

/**
 * Replaces parameters of the current search; `undefined` removes one. Returns `?a=b`, or `?` when no parameter is left.
 */
export function searchWith(present: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams(present)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return `?${next.toString()}`
}
