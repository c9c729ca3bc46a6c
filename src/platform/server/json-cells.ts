import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An SQL expression that PostgreSQL computes as a JSON value; `null` for null. */
export type JsonCell = RawBuilder<string>

/** The name of a column, or an expression. */
type Value = string | RawBuilder<unknown>

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
  const amount = toExpression(value)
  return sql`'"' || (${amount} / 10000)::text || '.' || lpad((${amount} % 10000)::text, 4, '0') || '"'`
}

/** Builds a line of NDJSON: an object with these cells by name. */
export function jsonLine(cells: Readonly<Record<string, JsonCell>>): RawBuilder<string> {
  const members = Object.entries(cells).map(([name, cell], index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return sql`${sql.lit(before)} || ${cell}`
  })
  return sql`${sql.join(members, sql` || `)} || E'}\\n'`
}

function toExpression(value: Value): RawBuilder<unknown> {
  return typeof value === 'string' ? sql.ref(value) : value
}
