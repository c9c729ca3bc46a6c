import { z } from 'zod'
import type { Access, KeyAccess } from './access.ts'
import { Id } from './ids.ts'

/** A list whose address holds its filters, sort order, page and columns. */
export interface List {
  /** Names the list in saved views: `brand-transactions`. */
  name: string
  path: string
  /** Who sees the list: the access of its call. */
  access: Exclude<Access, KeyAccess>
  /** What the call of the list accepts. The rules about several parameters name the one to leave out in their path. */
  query: z.ZodObject
  /** The keys of all columns, in order; none for a list without a choice. */
  columns: readonly string[]
  /** The columns that are shown while none are chosen; all when it is absent. */
  defaultColumns?: readonly string[]
}

/** Describes a list without saved views and without a choice of columns by its call. */
export function listOf({ access, query }: Pick<List, 'access' | 'query'>, path: string): List {
  return { name: path, path, access, query, columns: [] }
}

/** The parameters of the call of a list, as texts. */
export type ListParams = Readonly<Record<string, string | string[]>>

/** What an address says about a list. */
export interface ListSearch {
  query: ListParams
  /** The chosen columns in the order of the list; absent while none are chosen. */
  columns?: readonly string[]
  /** The id of the saved view that is open. */
  view?: string
}

/** Separates the columns in an address: `columns=date.order.status`. */
const SEPARATOR = '.'

/** The parts of a refused parameter that a message quotes. */
const MAX_QUOTED = 60

/**
 * Reads the search of a list. A parameter that the list does not know, or whose value it does not accept, is left out
 * and named in `ignored`, `status=PAID`; it is no error. Empty parameters count as absent. Parameters of other parts of
 * the page are `foreign`.
 */
export function parseListQuery(
  list: List,
  search: URLSearchParams,
  foreign: readonly string[] = [],
): ListSearch & { ignored: string[] } {
  const given = readParams(search).filter(({ name }) => !foreign.includes(name))
  const accepted = new Map<string, string | string[]>()
  for (const { name, value } of given) if (isAccepted(list, name, value)) accepted.set(name, value)
  leaveOutContradictions(list, accepted)
  const { columns, view, ...query } = Object.fromEntries(accepted)
  return {
    query,
    ...(columns !== undefined && { columns: readColumns(list, columns) }),
    ...(view !== undefined && { view: String(view) }),
    ignored: given.filter(({ name }) => !accepted.has(name)).map(quote),
  }
}

/** Writes the search of a list, in the order of the list: what `parseListQuery` reads. */
export function writeListQuery(list: List, { query, columns, view }: ListSearch): string {
  const search = new URLSearchParams()
  if (view !== undefined) search.append('view', view)
  for (const name of Object.keys(list.query.shape)) {
    for (const value of [query[name] ?? []].flat()) search.append(name, value)
  }
  if (columns !== undefined) search.append('columns', columns.join(SEPARATOR))
  return search.toString()
}

interface Param {
  name: string
  value: string | string[]
}

/** Reads the parameters that are not empty. Repeated names become lists. */
function readParams(search: URLSearchParams): Param[] {
  return [...new Set(search.keys())].flatMap((name) => {
    const values = search.getAll(name).filter((value) => value !== '')
    const [first] = values
    return first === undefined ? [] : [{ name, value: values.length === 1 ? first : values }]
  })
}

function isAccepted(list: List, name: string, value: string | string[]): boolean {
  if (name === 'columns') return list.columns.length > 0 && readColumns(list, value).length > 0
  if (name === 'view') return Id.safeParse(value).success
  const shape: Readonly<Record<string, z.core.$ZodType | undefined>> = list.query.shape
  const type = Object.hasOwn(shape, name) ? shape[name] : undefined
  return type !== undefined && z.safeParse(type, value).success
}

/** Returns the columns of a list that a parameter names, each once. Others are no columns. */
function readColumns(list: List, value: string | string[]): readonly string[] {
  const named = [value].flat().flatMap((each) => each.split(SEPARATOR))
  return list.columns.filter((key) => named.includes(key))
}

/** Leaves out parameters that contradict each other, such as a begin after the end. */
function leaveOutContradictions({ query }: List, accepted: Map<string, string | string[]>): void {
  const parse = () => query.safeParse(Object.fromEntries(accepted))
  for (const { path } of parse().error?.issues ?? []) accepted.delete(String(path[0]))
  if (!parse().success) accepted.clear()
}

function quote({ name, value }: Param): string {
  return `${name}=${[value].flat().join(',')}`.slice(0, MAX_QUOTED)
}
