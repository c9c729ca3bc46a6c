import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { toExpression, writeAmount } from '../files/csv-cells.ts'
import type { Value } from '../files/csv-cells.ts'

/** An SQL expression that PostgreSQL computes as a JSON value; `null` for null. */
export type JsonCell = RawBuilder<string>

/** Builds the JSON string of a text that may contain any character. */
export function jsonText(value: Value): JsonCell {
  return sql`coalesce(to_json(${toExpression(value)}::text)::text, 'null')`
}

/** Builds the JSON string of a value whose text has no special character: an id, a code. */
export function jsonPlain(value: Value): JsonCell {
  return sql`coalesce('"' || ${toExpression(value)}::text || '"', 'null')`
}

/** Builds a JSON number. */
export function jsonNumber(value: Value): JsonCell {
  return sql`coalesce(${toExpression(value)}::text, 'null')`
}

/** Builds an instant: `"2026-10-12T23:30:00.000Z"`. */
export function jsonInstant(value: Value): JsonCell {
  return sql`coalesce(
    to_char(${toExpression(value)} AT TIME ZONE 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""'), 'null')`
}

/** Builds an amount that is not negative, as a decimal string with four decimals. */
export function jsonAmount(value: Value): JsonCell {
  return sql`coalesce('"' || ${writeAmount(value)} || '"', 'null')`
}

/** Builds a line of NDJSON: an object with these cells by name. */
export function jsonLine(cells: Readonly<Record<string, JsonCell>>): RawBuilder<string> {
  const members = Object.entries(cells).map(([name, cell], index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return sql`${sql.lit(before)} || ${cell}`
  })
  return sql`${sql.join(members, sql` || `)} || E'}\\n'`
}
