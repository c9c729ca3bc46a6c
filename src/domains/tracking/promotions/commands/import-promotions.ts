import { readCellDay } from '#kernel/cells.ts'
import type { CellDay } from '#kernel/cells.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import { checkSchema } from '#kernel/schema-errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv, readCsv } from '#platform/server/files/csv-reader.ts'
import { getAdvertiser, listLinkableHosts } from '#domains/people/advertisers/queries.ts'
import { IMPORT_COLUMNS } from '../contract/managed.ts'
import { PromotionInput } from '../contract/promotion.ts'
import { MAX_IMPORT_ERRORS, MAX_IMPORT_ROWS } from '../rules.ts'
import { toRow } from './save-promotion.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type ImportError = CodedError & { line: number; column: string }

/**
 * Imports promotions of an advertiser from CSV (with a header, columns in any order), all rows or none. Reads the file
 * row by row, up to `MAX_IMPORT_ERRORS` errors, and answers them sorted by line.
 */
export async function importPromotions(
  ctx: Ctx,
  { advertiserId, file }: { advertiserId: bigint; file: AsyncIterable<Uint8Array> },
): Promise<{ imported: number; errors: ImportError[] }> {
  try {
    return await inTransaction(ctx, async (tx) => {
      await getAdvertiser(tx.db, { advertiserId })
      const imported = await importRows(tx, advertiserId, readRows(file))
      const details = { count: imported }
      await audit(tx, { action: 'promotion.import', target: `advertiser:${advertiserId}`, details })
      return { imported, errors: [] }
    })
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error
    return { imported: 0, errors: error.errors }
  }
}

/** Undoes the import of a file with errors. */
class WrongFile extends Error {
  readonly errors: ImportError[]

  constructor(errors: ImportError[]) {
    super('The file has errors.')
    this.errors = errors
  }
}

interface FileRow {
  line: number
  fields: Record<string, string>
}

/** Reads the rows below the header. An error of the file as a whole comes in place of a row and ends it. */
async function* readRows(file: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow | ImportError> {
  let columns: string[] = []
  let count = 0
  try {
    for await (const { line, cells, isTooLong } of readCsv(file)) {
      const names = cells.map(fold)
      const error = columns.length === 0 ? checkColumns(names) : checkCount(++count, line)
      if (error) {
        yield error
        return
      }
      if (count === 0) columns = names
      else if (isTooLong) yield { line, column: '', code: 'csv.cells' }
      else yield { line, fields: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])) }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    yield { line: error.line, column: '', code: error.code }
    return
  }
  if (count === 0) yield checkColumns(columns) ?? { line: 1, column: '', code: 'promotion.import_empty' }
}

function fold(name: string): string {
  return name.toLowerCase()
}

const REQUIRED_COLUMNS = ['type', 'title', 'category', 'url'] as const

function checkColumns(columns: readonly string[]): ImportError | undefined {
  const missing = REQUIRED_COLUMNS.find((name) => !columns.includes(name))
  if (missing !== undefined) {
    return { line: 1, column: missing, code: 'promotion.import_column', params: { name: missing } }
  }
  const known: readonly string[] = IMPORT_COLUMNS
  const unknown = columns.find((name, index) => !known.includes(name) || columns.indexOf(name) !== index)
  if (unknown === undefined) return undefined
  const params = { name: unknown, columns: IMPORT_COLUMNS.join(', ') }
  return { line: 1, column: unknown, code: 'promotion.import_unknown', params }
}

function checkCount(count: number, line: number): ImportError | undefined {
  if (count <= MAX_IMPORT_ROWS) return undefined
  return { line, column: '', code: 'promotion.import_rows', params: { max: MAX_IMPORT_ROWS } }
}

/** The number of rows that one statement inserts. */
const BATCH_ROWS = 500

/** Inserts the rows and returns their number. Throws `WrongFile` when a row is wrong or exists already. */
async function importRows(tx: Ctx, advertiserId: bigint, rows: AsyncIterable<FileRow | ImportError>): Promise<number> {
  const hosts = await listLinkableHosts(tx.db, { advertiserId })
  const errors: ImportError[] = []
  let batch: Row[] = []
  let imported = 0
  const flush = async () => {
    errors.push(...(await insertRows(tx, advertiserId, batch)))
    imported += batch.length
    batch = []
  }
  for await (const row of rows) {
    const checked = 'code' in row ? [row] : checkRow(tx, row, hosts)
    if (Array.isArray(checked)) errors.push(...checked)
    else batch.push(checked)
    if (batch.length === BATCH_ROWS) await flush()
    if (errors.length >= MAX_IMPORT_ERRORS) break
  }
  await flush()
  if (errors.length === 0) return imported
  throw new WrongFile(errors.toSorted((one, other) => one.line - other.line).slice(0, MAX_IMPORT_ERRORS))
}

type Row = ReturnType<typeof toRow> & { line: number }

/** Converts a row of the file, or lists its errors. */
function checkRow(tx: Ctx, { line, fields }: FileRow, hosts: ReadonlySet<string>): Row | ImportError[] {
  const [start, end] = [readDay(fields['start']), readDay(fields['end'])]
  if ('error' in start) return [{ ...start.error, line, column: 'start' }]
  if ('error' in end) return [{ ...end.error, line, column: 'end' }]
  const { data, errors } = checkSchema(PromotionInput, { ...fields, start: start.day, end: end.day })
  if (errors) return errors.map(({ path, hasOwnCode: _, ...error }) => ({ ...error, line, column: path.join('.') }))
  try {
    return { ...toRow(tx, data, hosts), line }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [{ ...error.details, line, column: error.details.field ?? '' }]
  }
}

/** Reads a day, or an empty cell. */
function readDay(text = ''): CellDay {
  return text === '' ? { day: '' } : readCellDay(text)
}

/** Inserts rows and answers an error for each that exists already, in the table or further up in the file. */
async function insertRows(tx: Ctx, advertiserId: bigint, rows: readonly Row[]): Promise<ImportError[]> {
  if (rows.length === 0) return []
  const inserted = await tx.db
    .insertInto('promotion')
    .values(rows.map(({ line: _, ...row }) => ({ ...row, advertiserId, createdAt: tx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['title', 'startsOn', 'code'])
    .execute()
  const added = new Set(inserted.map(getKey))
  return rows
    .filter((row) => !added.delete(getKey(row)))
    .map(({ line }) => ({ line, column: 'title', code: 'promotion.duplicate' }))
}

/** The columns of the unique index `promotion_once`. */
function getKey({ title, startsOn, code }: Pick<Row, 'title' | 'startsOn' | 'code'>): string {
  return JSON.stringify([title, startsOn, code ?? ''])
}
