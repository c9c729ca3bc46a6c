import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { buildChoice, findColumns, findMissing, parseReading, writeReading } from '#kernel/columns.ts'
import type { ColumnChoice, ColumnReading, ImportLayout } from '#kernel/columns.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import { readCsv } from './csv-reader.ts'
import type { CsvRecord } from './csv-reader.ts'

/** A row of a table. A column that the file does not have is missing; one that the row does not reach is empty. */
export interface TableRow<C extends string> {
  line: number
  cells: Partial<Record<C, string>>
  /** Whether it has more cells than the header. */
  isTooLong: boolean
}

/** A table of which the columns are known. */
export interface Table<C extends string> {
  /** What a person chose for this header; undefined where the columns have the names of the import. */
  choice: ColumnChoice | undefined
  /** The same as text; empty without a choice. With another choice the same file is another table. */
  reading: string
  rows: AsyncGenerator<TableRow<C>>
  /** Closes the file, whether or not the rows were read. */
  close: () => Promise<void>
}

/** Whose file is read, and what for. */
interface TableSource<C extends string> {
  layout: ImportLayout<C>
  /** `network`, or `advertiser:ID`. Each has its own choices. */
  owner: string
  /** The columns that a person chooses now; see `columnsQuery`. */
  columns?: string | undefined
}

/** The most choices that an owner has for one kind of import; the oldest ones make room. */
const MAX_CHOICES = 100

/**
 * Reads the header of a CSV file and finds the columns: as a person chooses them now, which is remembered for files
 * with the same header; as one chose before; or by their names. Refuses with 422 a file whose columns are not all
 * found, with what a person can choose. Throws `UnreadableCsv` where the file cannot be read. An empty file is a table
 * without rows.
 */
export async function openTable<C extends string>(
  ctx: Ctx,
  chunks: AsyncIterable<Uint8Array>,
  source: TableSource<C>,
): Promise<Table<C>> {
  const records = readCsv(chunks)
  const close = async () => void (await records.return(undefined))
  const first = await records.next()
  if (first.done) return { choice: undefined, reading: '', rows: readRows<C>(records, [], {}), close }
  const header = first.value.cells
  try {
    const { layout } = source
    const chosen = await findChosen(ctx, header, source)
    const found = chosen ? { reading: chosen, error: findMissing(layout, chosen) } : findColumns(layout, header)
    const { reading, error } = found
    if (!chosen && !error) return { choice: undefined, reading: '', rows: readRows(records, [], reading), close }
    const next = await records.next()
    const peeked = next.done ? [] : [next.value]
    const choice = buildChoice(layout, reading, { header, row: peeked[0]?.cells ?? [] })
    if (error) throw new Refusal({ ...error, status: 422, wireCode: 'invalid', field: 'file', choice })
    if (source.columns !== undefined) await keepChosen(ctx, header, { ...source, reading })
    return { choice, reading: writeReading(reading), rows: readRows(records, peeked, reading), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* readRows<C extends string>(
  records: AsyncIterable<CsvRecord>,
  peeked: readonly CsvRecord[],
  reading: ColumnReading<C>,
): AsyncGenerator<TableRow<C>> {
  const columns = Object.entries(reading) as [C, number][]
  const toRow = ({ line, cells, isTooLong }: CsvRecord): TableRow<C> => {
    const named = columns.map(([column, index]) => [column, cells[index] ?? ''])
    return { line, cells: Object.fromEntries(named) as TableRow<C>['cells'], isTooLong }
  }
  yield* peeked.map(toRow)
  for await (const record of records) yield toRow(record)
}

/** Reads the columns that a person chooses now, or finds those that one chose for this header before. */
async function findChosen<C extends string>(
  { db }: Ctx,
  header: readonly string[],
  { layout, owner, columns }: TableSource<C>,
): Promise<ColumnReading<C> | undefined> {
  if (columns !== undefined) return parseReading(layout, columns, header.length)
  const row = await db
    .selectFrom('columnMapping')
    .select('reading')
    .where('owner', '=', owner)
    .where('import', '=', layout.name)
    .where('headerHash', '=', hashHeader(header))
    .executeTakeFirst()
  const reading = row && parseReading(layout, row.reading, header.length)
  // A later version of the import can need a column that nobody was asked about.
  return reading && !findMissing(layout, reading) ? reading : undefined
}

async function keepChosen<C extends string>(
  ctx: Ctx,
  header: readonly string[],
  { layout, owner, reading }: TableSource<C> & { reading: ColumnReading<C> },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const text = writeReading(reading)
    const key = { owner, import: layout.name, headerHash: hashHeader(header) }
    await tx.db
      .insertInto('columnMapping')
      .values({ ...key, reading: text, savedAt: tx.now })
      .onConflict((conflict) =>
        conflict.columns(['owner', 'import', 'headerHash']).doUpdateSet({ reading: text, savedAt: tx.now }),
      )
      .execute()
    await sql`
      DELETE FROM column_mapping WHERE owner = ${owner} AND import = ${layout.name} AND header_hash IN (
        SELECT header_hash FROM column_mapping WHERE owner = ${owner} AND import = ${layout.name}
        ORDER BY saved_at DESC, header_hash OFFSET ${MAX_CHOICES}
      )`.execute(tx.db)
    await audit(tx, { action: 'column-mapping.save', target: `import:${layout.name}`, details: { owner, reading } })
  })
}

function hashHeader(header: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest()
}
