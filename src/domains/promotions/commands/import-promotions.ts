import { parse } from 'csv-parse/sync'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import { checkSchema } from '#kernel/schema-errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getAdvertiser } from '#domains/advertisers/queries.ts'
import { IMPORT_COLUMNS, PromotionInput } from '../contract.ts'
import { MAX_IMPORT_ROWS } from '../rules.ts'
import { listLinkableHosts, toRow } from './save-promotion.ts'

/** An error in a file: `line` counts from 1 and includes the header; `column` is empty for a whole line. */
export type ImportError = CodedError & { line: number; column: string }

type Row = ReturnType<typeof toRow> & { line: number }

/**
 * Imports promotions of an advertiser from CSV (RFC 4180, with a header, columns in any order). Imports all rows or
 * none. Answers the errors of the file, sorted by line.
 */
export async function importPromotions(
  ctx: Ctx,
  { advertiserId, csv }: { advertiserId: bigint; csv: string },
): Promise<{ imported: number; errors: ImportError[] }> {
  const read = readFile(csv)
  if (read.errors.length > 0) return { imported: 0, errors: read.errors }
  return inTransaction(ctx, async (tx) => {
    await getAdvertiser(tx.db, { advertiserId })
    const hosts = await listLinkableHosts(tx, advertiserId)
    const { rows, errors } = checkRows(tx, read.records, hosts)
    const clashes = errors.length > 0 ? [] : await insertRows(tx, advertiserId, rows)
    if (errors.length + clashes.length > 0) return { imported: 0, errors: [...errors, ...clashes] }
    const details = { count: rows.length }
    await audit(tx, { action: 'promotion.import', target: `advertiser:${advertiserId}`, details })
    return { imported: rows.length, errors: [] }
  })
}

interface FileRecord {
  line: number
  fields: Record<string, string>
}

/** Splits the file into records with the numbers of their first lines. */
function readFile(csv: string): { records: FileRecord[]; errors: ImportError[] } {
  const lines = readLines(csv)
  if (!Array.isArray(lines)) return { records: [], errors: [lines] }
  const [header, ...rest] = lines
  const columns = (header?.cells ?? []).map((name) => name.toLowerCase())
  const error = checkFile(columns, rest.length)
  if (error) return { records: [], errors: [error] }
  const records = rest.map(({ cells, line }) => ({
    line,
    fields: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
  }))
  return { records, errors: [] }
}

function readLines(csv: string): { cells: string[]; line: number }[] | ImportError {
  try {
    const options = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true, info: true }
    // The parser counts a CRLF inside quotation marks as two lines.
    const read = parse(csv.replaceAll('\r\n', '\n'), { ...options, to: MAX_IMPORT_ROWS + 2 })
    return (read as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      cells: record,
      line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
    }))
  } catch (error) {
    const { lines } = error as { lines?: number }
    if (lines === undefined) throw error
    return { line: lines, column: '', code: 'promotion.import_unreadable' }
  }
}

const REQUIRED_COLUMNS = ['type', 'title', 'category', 'url'] as const

function checkFile(columns: readonly string[], rows: number): ImportError | undefined {
  const missing = REQUIRED_COLUMNS.find((name) => !columns.includes(name))
  if (missing !== undefined) {
    return { line: 1, column: missing, code: 'promotion.import_column', params: { name: missing } }
  }
  const known: readonly string[] = IMPORT_COLUMNS
  const unknown = columns.find((name, index) => !known.includes(name) || columns.indexOf(name) !== index)
  if (unknown !== undefined) {
    const params = { name: unknown, columns: IMPORT_COLUMNS.join(', ') }
    return { line: 1, column: unknown, code: 'promotion.import_unknown', params }
  }
  if (rows === 0) return { line: 1, column: '', code: 'promotion.import_empty' }
  const params = { max: MAX_IMPORT_ROWS }
  return rows > MAX_IMPORT_ROWS ? { line: 1, column: '', code: 'promotion.import_rows', params } : undefined
}

function checkRows(tx: Ctx, records: readonly FileRecord[], hosts: ReadonlySet<string>) {
  const rows: Row[] = []
  const errors: ImportError[] = []
  const seen = new Set<string>()
  for (const { line, fields } of records) {
    const checked = checkRow(tx, fields, hosts)
    if ('errors' in checked) {
      errors.push(...checked.errors.map((error) => ({ ...error, line })))
      continue
    }
    const key = getKey(checked.row)
    if (seen.has(key)) errors.push({ line, column: 'title', code: 'promotion.duplicate' })
    seen.add(key)
    rows.push({ ...checked.row, line })
  }
  return { rows, errors }
}

type FieldError = CodedError & { column: string }

function checkRow(
  tx: Ctx,
  fields: Record<string, string>,
  hosts: ReadonlySet<string>,
): { row: ReturnType<typeof toRow> } | { errors: FieldError[] } {
  const { data, errors } = checkSchema(PromotionInput, fields)
  if (errors) {
    return { errors: errors.map(({ path, hasOwnCode: _, ...error }) => ({ ...error, column: path.join('.') })) }
  }
  try {
    return { row: toRow(tx, data, hosts) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { errors: [{ ...error.details, column: error.details.field ?? '' }] }
  }
}

/** The columns of the unique index `promotion_once`. */
function getKey({ title, startsOn, code }: Pick<Row, 'title' | 'startsOn' | 'code'>): string {
  return JSON.stringify([title, startsOn, code ?? ''])
}

/** Inserts the rows, or none if one of them exists already. Answers an error for each that does. */
async function insertRows(tx: Ctx, advertiserId: bigint, rows: readonly Row[]): Promise<ImportError[]> {
  const existing = await tx.db
    .selectFrom('promotion')
    .select(['title', 'startsOn', 'code'])
    .where('advertiserId', '=', advertiserId)
    .where('title', 'in', [...new Set(rows.map(({ title }) => title))])
    .execute()
  const keys = new Set(existing.map(getKey))
  const clashes = rows.filter((row) => keys.has(getKey(row)))
  if (clashes.length > 0) return clashes.map(({ line }) => ({ line, column: 'title', code: 'promotion.duplicate' }))
  const values = rows.map(({ line: _, ...row }) => ({ ...row, advertiserId, createdAt: tx.now }))
  await tx.db.insertInto('promotion').values(values).execute()
  return []
}
