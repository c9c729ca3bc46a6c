/** Search parameters of a request as a query: repeated names become lists, empty values are left out. */
export function searchOf(request: Request): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  const { searchParams } = new URL(request.url)
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name).filter((value) => value !== '')
    const [first] = values
    if (first !== undefined) query[name] = values.length === 1 ? first : values
  }
  return query
}

/** The parameters that say which page of a list is meant; a list whose filter changes begins again without them. */
export const PLACE_PARAMS: readonly string[] = ['page_number', 'after', 'before']

/** A search change that begins a list again at its first page. */
export const FIRST_PAGE = Object.fromEntries(PLACE_PARAMS.map((name) => [name, undefined]))

/**
 * The present search with some parameters replaced (`undefined` removes), as `?a=b`, or `?` alone when nothing is left.
 */
export function searchWith(present: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams(present)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return `?${next.toString()}`
}
