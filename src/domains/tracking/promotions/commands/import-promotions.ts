import { readCellDay } from '#kernel/cells.ts'
import type { CellDay } from '#kernel/cells.ts'
import type { ColumnChoice, ImportLayout } from '#kernel/columns.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import { checkSchema } from '#kernel/schema-errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv } from '#platform/server/files/csv-reader.ts'
import { openTable } from '#platform/server/files/open-table.ts'
import type { Table } from '#platform/server/files/open-table.ts'
import { getAdvertiser, listLinkableHosts } from '#domains/people/advertisers/queries.ts'
import { IMPORT_COLUMNS } from '../contract/managed.ts'
import { PromotionInput } from '../contract/promotion.ts'
import { MAX_IMPORT_ERRORS, MAX_IMPORT_ROWS } from '../rules.ts'
import { toRow } from './save-promotion.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type ImportError = CodedError & { line: number; column: string }

/** A file with promotions of an advertiser. */
interface PromotionFile {
  advertiserId: bigint
  file: AsyncIterable<Uint8Array>
  /** The columns that a person chooses; see `columnsQuery`. */
  columns?: string | undefined
}

const PROMOTION_LAYOUT: ImportLayout = {
  name: 'promotions',
  columns: Object.fromEntries(IMPORT_COLUMNS.map((name) => [name, [name]])),
  required: [['type'], ['title'], ['category'], ['url']],
  mayHaveOthers: false,
}

/**
 * Imports promotions of an advertiser from CSV (with a header, columns in any order), all rows or none. Reads the file
 * row by row, up to `MAX_IMPORT_ERRORS` errors, and answers them sorted by line. Refuses with 422 a file whose columns
 * are not found.
 */
export async function importPromotions(
  ctx: Ctx,
  { advertiserId, file, columns }: PromotionFile,
): Promise<{ imported: number; errors: ImportError[]; choice?: ColumnChoice | undefined }> {
  let table: Table<string> | undefined
  try {
    table = await openTable(ctx, file, { layout: PROMOTION_LAYOUT, owner: `advertiser:${advertiserId}`, columns })
    const { choice, rows } = table
    return await inTransaction(ctx, async (tx) => {
      await getAdvertiser(tx.db, { advertiserId })
      const imported = await importRows(tx, advertiserId, readRows(rows))
      const details = { count: imported }
      await audit(tx, { action: 'promotion.import', target: `advertiser:${advertiserId}`, details })
      return { imported, errors: [], choice }
    })
  } catch (error) {
    if (error instanceof UnreadableCsv) return { imported: 0, errors: [toError(error)] }
    if (!(error instanceof WrongFile)) throw error
    return { imported: 0, errors: error.errors, choice: table?.choice }
  } finally {
    await table?.close()
  }
}

function toError({ line, code }: UnreadableCsv): ImportError {
  return { line, column: '', code }
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
  fields: Partial<Record<string, string>>
}

/** Reads the rows below the header. An error of the file as a whole comes in place of a row and ends it. */
async function* readRows(rows: Table<string>['rows']): AsyncGenerator<FileRow | ImportError> {
  let count = 0
  try {
    for await (const { line, cells, isTooLong } of rows) {
      const error = checkCount(++count, line)
      if (error) {
        yield error
        return
      }
      if (isTooLong) yield { line, column: '', code: 'csv.cells' }
      else yield { line, fields: cells }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    yield toError(error)
    return
  }
  if (count === 0) yield { line: 1, column: '', code: 'promotion.import_empty' }
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
