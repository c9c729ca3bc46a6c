import type { Ctx } from '#platform/server/context.ts'
import { UnreadableCsv } from '#platform/server/files/csv-reader.ts'
import { openTable } from '#platform/server/files/open-table.ts'
import type { Table } from '#platform/server/files/open-table.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { DECISION_COLUMNS, DECISION_LAYOUT, MAX_DECISION_ROWS } from '../rules/decision-columns.ts'
import type { DecisionColumn } from '../rules/decision-columns.ts'
import type { DecisionCells, DecisionRow, RowError } from '../rules/decision-file.ts'

/** Says what makes a whole file unusable, at which line. */
export class UnusableFile extends Error {
  readonly error: RowError & { line: number }

  constructor(line: number, error: RowError) {
    super(`Line ${line}: ${error.code}`)
    this.error = { ...error, line }
  }
}

/** A file of decisions of an advertiser. */
interface SentFile {
  advertiserId: bigint
  chunks: AsyncIterable<Uint8Array>
  /** The columns that a person chooses; see `columnsQuery`. */
  columns?: string | undefined
}

/**
 * Opens a file of decisions: CSV with a header and columns in any order. Refuses with 422 a file whose columns are not
 * found. Throws `UnusableFile` where the whole file cannot be used, as does reading its rows.
 */
export async function openDecisionFile(ctx: Ctx, { advertiserId, chunks, columns }: SentFile) {
  try {
    const owner = `advertiser:${advertiserId}`
    const table = await openTable(ctx, chunks, { layout: DECISION_LAYOUT, owner, columns })
    return { ...table, rows: readRows(table.rows) }
  } catch (error) {
    throw toUnusable(error)
  }
}

async function* readRows(rows: Table<DecisionColumn>['rows']): AsyncGenerator<DecisionRow> {
  let count = 0
  try {
    for await (const { line, cells, isTooLong } of rows) {
      count += 1
      if (count > MAX_DECISION_ROWS) throw tooManyRows(line)
      yield {
        line,
        ...toRow(cells),
        ...(isTooLong && { textError: { column: '' as const, code: 'csv.cells' as const } }),
      }
    }
  } catch (error) {
    throw toUnusable(error)
  }
  if (count === 0) throw new UnusableFile(1, { column: '', code: 'promotion.import_empty' })
}

function toUnusable(error: unknown): unknown {
  return error instanceof UnreadableCsv ? new UnusableFile(error.line, { column: '', code: error.code }) : error
}

function tooManyRows(line: number): UnusableFile {
  return new UnusableFile(line, { column: '', code: 'promotion.import_rows', params: { max: MAX_DECISION_ROWS } })
}

/** The apostrophe that our files, as spreadsheets, put before what would be a formula. */
const FORMULA_MARK = /^'(?=[=+\-@\t\r＝＋－＠])/

/** Leaves out empty cells and marks of formulas. Replaces what PostgreSQL cannot store, which makes the row wrong. */
export function toRow(given: DecisionCells): Omit<DecisionRow, 'line'> {
  const cells: DecisionCells = {}
  let textError: RowError | undefined
  for (const column of DECISION_COLUMNS) {
    const text = (given[column] ?? '').replace(FORMULA_MARK, '')
    if (text === '') continue
    if (!isStorable(text)) textError ??= { column, code: 'sign' }
    cells[column] = isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')
  }
  return { cells, textError }
}
