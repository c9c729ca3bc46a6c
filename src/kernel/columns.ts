import { z } from 'zod'
import type { CodedError } from './error-codes.ts'

/** Which columns an import reads. */
export interface ImportLayout<C extends string = string> {
  /** Names the kind of import, by which the choices of people are remembered. */
  name: string
  /** What each column is called in files, in lower case. The first name is the one that is shown. */
  columns: Readonly<Record<C, readonly string[]>>
  /** A file needs one column of each of these groups. */
  required: readonly (readonly C[])[]
  /** Whether a file may have other columns, which are ignored. Otherwise a name that is not known can be a slip. */
  mayHaveOthers: boolean
}

/** Which column of a file, counted from 0, is which column of an import. */
export type ColumnReading<C extends string = string> = Partial<Record<C, number>>

/** What a person can choose: the columns of an import and those of a file, with what is chosen now. */
export const ColumnChoice = z.object({
  /** The columns of the import, the required ones first; `index` is that of a column of the file. */
  columns: z.array(z.object({ name: z.string(), label: z.string(), index: z.number().nullable() })),
  /** One column of each group is needed, by their names. */
  required: z.array(z.array(z.string())),
  /** The columns of the file, with what its first row has there. */
  headers: z.array(z.object({ label: z.string(), example: z.string() })),
})

/** @see ColumnChoice */
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** The query of an import: which columns a person chose, such as `day:0,amount:3`; they are remembered. */
export const columnsQuery = {
  columns: z
    .string()
    .max(1000)
    .regex(/^(\w{1,40}:\d{1,3}(,|$)){1,40}$/)
    .optional(),
}

/** The reply of an import: the columns that a person chose for the header of the file, now or before. */
export const columnsReply = { choice: ColumnChoice.optional() }

/** The columns of a file that are offered; a table with more is none that people made. */
const MAX_HEADERS = 200

/** The longest text of a cell that is shown. */
const MAX_SHOWN = 60

/** Finds columns by their names in a file, and says which are missing or, where that counts, not known. */
export function findColumns<C extends string>(
  layout: ImportLayout<C>,
  header: readonly string[],
): { reading: ColumnReading<C>; error: CodedError | undefined } {
  const names = header.map((name) => name.toLowerCase())
  const reading: ColumnReading<C> = {}
  for (const column of listColumns(layout)) {
    const index = names.findIndex((name) => layout.columns[column].includes(name))
    if (index >= 0) reading[column] = index
  }
  const used = new Set<unknown>(Object.values(reading))
  const other = header.find((_, index) => !used.has(index))
  if (other === undefined || layout.mayHaveOthers) return { reading, error: findMissing(layout, reading) }
  const columns = listColumns(layout).map((column) => getLabel(layout, column))
  const unknown = { code: 'csv.column_unknown', params: { name: other, columns: columns.join(', ') } } as const
  return { reading, error: findMissing(layout, reading) ?? unknown }
}

/** Says which columns a reading lacks; undefined if it has all that are required. */
export function findMissing<C extends string>(
  layout: ImportLayout<C>,
  reading: ColumnReading<C>,
): CodedError | undefined {
  const missing = layout.required.filter((group) => group.every((column) => reading[column] === undefined))
  if (missing.length === 0) return undefined
  const names = missing.map((group) => group.map((column) => getLabel(layout, column)).join(' / '))
  return { code: 'csv.column_missing', params: { names: names.join(', ') } }
}

/** Reads the query `columns`, without what the import or the file does not have. */
export function parseReading<C extends string>(layout: ImportLayout<C>, text: string, width: number): ColumnReading<C> {
  const given = new Map(
    text.split(',').map((part) => {
      const [column = '', index] = part.split(':')
      return [column, Number(index)]
    }),
  )
  const reading: ColumnReading<C> = {}
  for (const column of listColumns(layout)) {
    const index = given.get(column)
    if (index !== undefined && index < width) reading[column] = index
  }
  return reading
}

/** Writes a reading as the query `columns` has it. */
export function writeReading(reading: ColumnReading): string {
  return Object.entries(reading)
    .map(([column, index]) => `${column}:${index}`)
    .join(',')
}

/** Builds what a person can choose in a file with this header and first row. */
export function buildChoice<C extends string>(
  layout: ImportLayout<C>,
  reading: ColumnReading<C>,
  { header, row }: { header: readonly string[]; row: readonly string[] },
): ColumnChoice {
  const needed = new Set<string>(layout.required.flat())
  const columns = listColumns(layout).toSorted((one, other) => Number(needed.has(other)) - Number(needed.has(one)))
  return {
    columns: columns.map((name) => ({ name, label: getLabel(layout, name), index: reading[name] ?? null })),
    required: layout.required.map((group) => [...group]),
    headers: header.slice(0, MAX_HEADERS).map((label, index) => ({
      label: label.slice(0, MAX_SHOWN),
      example: (row[index] ?? '').slice(0, MAX_SHOWN),
    })),
  }
}

function listColumns<C extends string>({ columns }: ImportLayout<C>): C[] {
  return Object.keys(columns) as C[]
}

function getLabel<C extends string>({ columns }: ImportLayout<C>, column: C): string {
  return columns[column][0] ?? column
}
