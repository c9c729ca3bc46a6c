import { addDays } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { parseListQuery } from '#kernel/list-query.ts'
import type { List, ListParams } from '#kernel/list-query.ts'

/** Reads the search of a view. Refuses a filter that the list does not know any more: the mail had other rows. */
export function readSearch(list: List, query: string) {
  const read = parseListQuery(list, new URLSearchParams(query))
  const parameter = read.ignored.find((each) => !each.startsWith('columns='))
  if (parameter !== undefined) throw new Refusal({ code: 'view.unknown_filter', params: { parameter }, status: 422 })
  return read
}

/** A view without days, of a list that has them, is mailed for the days before the mail. */
export function addDaysOfMail(list: List, query: ListParams, { from, until }: DayRange): ListParams {
  return !('begin' in list.query.shape) || query['begin'] || query['end']
    ? query
    : { ...query, begin: from, end: addDays(until, -1) }
}

/** Writes the search of the list that shows what was mailed. */
export function writeSearch(params: ListParams): string {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString()
}
