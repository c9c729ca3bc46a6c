import { createHash } from 'node:crypto'
import { UnreadableCsv, readCsv } from '#platform/server/csv-reader.ts'
import { MAX_DECISION_ROWS, checkDecisionColumns } from '../rules/decision-file.ts'
import type { DecisionCells, RowError } from '../rules/decision-file.ts'
import type { DecisionRow } from './decide-by-file.ts'

/** An error of a file as a whole, at a line. */
export type FileError = RowError & { line: number }

/**
 * Reads a file of decisions: CSV (RFC 4180, UTF-8) with a header and columns in any order. Answers its rows and its
 * SHA-256, or what makes the whole file unusable.
 */
export async function readDecisionFile(
  file: AsyncIterable<Uint8Array>,
): Promise<{ rows: DecisionRow[]; hash: string } | { error: FileError }> {
  const hash = createHash('sha256')
  const rows: DecisionRow[] = []
  let columns: string[] | undefined
  try {
    for await (const { line, cells } of readCsv(hashed(file, hash))) {
      if (columns === undefined) {
        columns = cells.map((name) => name.toLowerCase())
        const error = checkDecisionColumns(columns)
        if (error) return { error: { ...error, line } }
        continue
      }
      if (rows.length === MAX_DECISION_ROWS) {
        const params = { max: MAX_DECISION_ROWS }
        return { error: { line, column: '', code: 'promotion.import_rows', params } }
      }
      rows.push({ line, ...readRow(columns, cells) })
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    const code = error.reason === 'syntax' ? 'promotion.import_unreadable' : 'promotion.import_encoding'
    return { error: { line: error.line, column: '', code } }
  }
  if (rows.length === 0) return { error: { line: 1, column: '', code: 'promotion.import_empty' } }
  return { rows, hash: hash.digest('hex') }
}

/** Names the cells of a row. One cell too many has often come of a comma in an amount, so the row is wrong. */
function readRow(columns: readonly string[], values: readonly string[]): { cells: DecisionCells; error?: RowError } {
  const cells = Object.fromEntries(columns.map((name, index) => [name, values[index] ?? '']))
  return values.length > columns.length ? { cells, error: { column: '', code: 'transaction.file_cells' } } : { cells }
}

async function* hashed(file: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of file) {
    hash.update(chunk)
    yield chunk
  }
}
