import { stringify } from 'csv-stringify/sync'

/** A row of an answer: its values are JSON. */
export type Row = Record<string, unknown>

/**
 * Writes rows as CSV (RFC 4180). A spreadsheet runs a cell that begins with = + - @; a leading apostrophe makes it
 * text. `delimiter` is a comma or a tab.
 */
export function writeCsv(
  rows: readonly Row[],
  { columns, delimiter = ',', hasHeader }: { columns: readonly string[]; delimiter?: ',' | '\t'; hasHeader: boolean },
): string {
  const lines = rows.map((row) => columns.map((name) => toCell(row[name])))
  return stringify(lines, {
    columns: [...columns],
    header: hasHeader,
    delimiter,
    record_delimiter: 'windows',
    // Without this option a cell with a line end of another kind would have no quotes.
    quote_record_delimiter: true,
    escape_formulas: true,
  })
}

/** Writes rows as NDJSON: one JSON object a line. */
export function writeNdjson(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Joins lists with a bar, because texts often hold commas. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toCell).join('|')
  if (typeof value === 'object') return Object.values(value).map(toCell).join(' ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
