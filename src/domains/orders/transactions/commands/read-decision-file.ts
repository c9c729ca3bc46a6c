import { UnreadableCsv, readCsv } from '#platform/server/files/csv-reader.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '../rules/decision-columns.ts'
import { checkDecisionColumns } from '../rules/decision-file.ts'
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

/**
 * Reads a file of decisions row by row: CSV with a header and columns in any order. Throws `UnusableFile` where the
 * whole file cannot be used.
 */
export async function* readDecisionCsv(file: AsyncIterable<Uint8Array>): AsyncGenerator<DecisionRow> {
  let columns: string[] | undefined
  let count = 0
  try {
    for await (const { line, cells, isTooLong } of readCsv(file)) {
      if (columns === undefined) {
        columns = cells.map((name) => name.toLowerCase())
        const error = checkDecisionColumns(columns)
        if (error) throw new UnusableFile(line, error)
        continue
      }
      count += 1
      if (count > MAX_DECISION_ROWS) throw tooManyRows(line)
      const row = readRow(columns as DecisionColumn[], cells)
      yield { line, ...row, ...(isTooLong && { textError: { column: '' as const, code: 'csv.cells' as const } }) }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw new UnusableFile(error.line, { column: '', code: error.code })
  }
  if (count === 0) throw new UnusableFile(1, { column: '', code: 'promotion.import_empty' })
}

function tooManyRows(line: number): UnusableFile {
  return new UnusableFile(line, { column: '', code: 'promotion.import_rows', params: { max: MAX_DECISION_ROWS } })
}

/** Names the cells of a row. */
function readRow(columns: readonly DecisionColumn[], values: readonly string[]): Omit<DecisionRow, 'line'> {
  const given = Object.fromEntries(columns.map((name, index) => [name, values[index] ?? '']))
  return toRow(given)
}

/** Leaves out empty cells, and replaces what PostgreSQL cannot store, which makes the row wrong. */
export function toRow(given: DecisionCells): Omit<DecisionRow, 'line'> {
  const cells: DecisionCells = {}
  let textError: RowError | undefined
  for (const column of DECISION_COLUMNS) {
    const text = given[column] ?? ''
    if (text === '') continue
    if (!isStorable(text)) textError ??= { column, code: 'sign' }
    cells[column] = isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')
  }
  return { cells, textError }
}
