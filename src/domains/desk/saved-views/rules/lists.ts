import { isAdmitted } from '#kernel/access.ts'
import type { AccountKind } from '#kernel/access.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { parseListQuery, writeListQuery } from '#kernel/list-query.ts'
import type { List } from '#kernel/list-query.ts'
import { PLACE_PARAMS } from '#kernel/paging.ts'
import { MAX_VIEW_QUERY } from './limits.ts'

/** Finds a list that an account sees by its name. */
export function findList<Saved extends { list: List }>(
  lists: readonly Saved[],
  name: string,
  role: AccountKind,
): Saved | undefined {
  return lists.find(({ list }) => list.name === name && isAdmitted(list.access, role))
}

/**
 * Reads the search of a list and writes what a view keeps of it: without a page and without another view. Refuses what
 * the list does not know, so that a view never shows other rows than it names.
 */
export function toViewQuery(list: List, text: string): string {
  const search = new URLSearchParams(text)
  for (const name of [...PLACE_PARAMS, 'view']) search.delete(name)
  const { ignored, ...read } = parseListQuery(list, search)
  const query = writeListQuery(list, read)
  const [unknown] = ignored
  if (unknown !== undefined) throw invalidField('query', { code: 'view.query', params: { parameter: unknown } })
  if (query.length > MAX_VIEW_QUERY) throw new Refusal({ code: 'view.long', status: 422, field: 'query' })
  return query
}

/** Builds the address that opens a view. */
export function getViewPath(list: List, view: { id: bigint | number; query: string }): string {
  return `${list.path}?view=${view.id}${view.query === '' ? '' : `&${view.query}`}`
}
