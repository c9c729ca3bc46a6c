import { Readable, pipeline } from 'node:stream'
import { stringify } from 'csv-stringify'

/** The cells of a line; null is an empty cell. */
export type CsvLine = readonly (string | null)[]

interface CsvOptions {
  /** The headers of the columns. */
  columns: readonly string[]
  /** A byte order mark makes spreadsheets read the file as UTF-8. */
  hasByteOrderMark: boolean
  /** Columns of numbers that the product itself writes: a negative one is no formula. */
  numbers?: readonly string[]
}

/** Writes lines as CSV (RFC 4180, UTF-8) while it reads them. A spreadsheet cannot run any cell. */
export function writeCsv(
  lines: Iterable<CsvLine> | AsyncIterable<CsvLine>,
  { columns, hasByteOrderMark, numbers = [] }: CsvOptions,
): Readable {
  const writer = stringify({
    header: true,
    columns: [...columns],
    bom: hasByteOrderMark,
    record_delimiter: 'windows',
    // Without this option a cell with a line end of another kind would have no quotes.
    quote_record_delimiter: true,
    // A spreadsheet runs a cell that begins with = + - @. A leading apostrophe makes it text.
    escape_formulas: true,
    cast: {
      string: (text, { index }) =>
        numbers.includes(columns[index] ?? '') ? { value: text, escape_formulas: false } : text,
    },
  })
  // The response has begun, so an error can only cut it off.
  return pipeline(Readable.from(lines), writer, () => undefined)
}
