import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An SQL expression that PostgreSQL computes as a cell of a CSV file (RFC 4180); empty for null. */
export type CsvCell = RawBuilder<string>

/** The name of a column, or an expression. */
export type Value = string | RawBuilder<unknown>

/**
 * Code points at which a spreadsheet takes a cell for a formula: = + - @, tab, return, and the wide forms of the signs.
 * A leading apostrophe makes such a cell text.
 */
const FORMULA_STARTS = sql.raw('61, 43, 45, 64, 9, 13, 65309, 65291, 65293, 65312')

/** Builds the cell of a text that may contain any character. */
export function csvText(value: Value): CsvCell {
  const text = toExpression(value)
  return sql`coalesce(
    CASE WHEN ascii(${text}) IN (${FORMULA_STARTS}) THEN '"''' ELSE '"' END || replace(${text}, '"', '""') || '"', '')`
}

/** Builds the cell of a value whose text has no special character: a number, an id, a code. */
export function csvPlain(value: Value): CsvCell {
  return sql`coalesce(${toExpression(value)}::text, '')`
}

/** Builds the cell of an instant: `2026-10-12T23:30:00.000Z`. */
export function csvInstant(value: Value): CsvCell {
  return sql`coalesce(to_char(${toExpression(value)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
}

/** Builds the cell of an amount that is not negative, with four decimals. */
export function csvAmount(value: Value): CsvCell {
  return sql`coalesce(${writeAmount(value)}, '')`
}

/** Writes an amount that is not negative, with four decimals; null for null. */
export function writeAmount(value: Value): RawBuilder<string | null> {
  const amount = toExpression(value)
  return sql`(${amount} / 10000)::text || '.' || lpad((${amount} % 10000)::text, 4, '0')`
}

/** Builds a whole line. The cells of texts are quoted, so that each may contain commas and line breaks. */
export function csvLine(cells: readonly CsvCell[]): RawBuilder<string> {
  return sql`concat_ws(',', ${sql.join([...cells])}) || E'\\r\\n'`
}

/** Turns the name of a column into an expression. */
export function toExpression(value: Value): RawBuilder<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value
}
