import * as fc from 'fast-check'

/** Characters that end a cell or a line of a CSV file, or with which a spreadsheet begins a formula. */
const CSV_SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', "'", ',', '|', '\uFEFF', '＝', '＋', '－', '＠']

/** Generates texts of any UTF-16 code units, lone surrogates and NUL among them, with many signs of CSV files. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...CSV_SIGNS),
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
  ),
  maxLength: 12,
})

/** The options with which `csv-parse` reads a file as spreadsheets do: any line end outside of quotes ends a line. */
export const AS_SPREADSHEET = { record_delimiter: ['\r\n', '\n', '\r'] }

/** Returns what a reader of a CSV file gets for a text: a formula has an apostrophe before it, and UTF-8 is valid. */
export function readBack(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text.toWellFormed()}` : text.toWellFormed()
}
