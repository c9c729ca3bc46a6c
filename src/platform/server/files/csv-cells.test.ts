import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AS_SPREADSHEET, anyText, readBack } from '#test/support/any-text.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { csvAmount, csvInstant, csvLine, csvPlain, csvText } from './csv-cells.ts'

const database = await openTestDatabase()

/** Lets PostgreSQL write a line of one text, one number, one amount and one instant. */
async function writeLine(row: { text: string | null; number: bigint | null; amount: bigint; at: Date | null }) {
  const line = csvLine([csvText('text'), csvPlain('number'), csvAmount('amount'), csvInstant('at')])
  const { rows } = await sql<{ line: string }>`SELECT ${line} AS line FROM (SELECT
    ${row.text}::text AS text, ${row.number}::bigint AS number, ${row.amount}::bigint AS amount,
    ${row.at}::timestamptz AS at) AS row`.execute(database.db)
  return rows[0]?.line
}

const nothing = { text: null, number: null, amount: 0n, at: null }

test.each([
  [nothing, ',,0.0000,'],
  [{ ...nothing, text: '' }, '"",,0.0000,'],
  [
    { text: 'a,b', number: -7n, amount: 19_600n, at: new Date('2026-10-12T23:30:00.005Z') },
    '"a,b",-7,1.9600,2026-10-12T23:30:00.005Z',
  ],
  [{ ...nothing, amount: 123_456_789_012_345n }, ',,12345678901.2345,'],
])('writes %o as %s', async (row, line) => {
  expect(await writeLine(row)).toBe(`${line}\r\n`)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
  'makes %j text',
  async (text) => {
    expect(await writeLine({ ...nothing, text })).toBe(`"'${text}",,0.0000,\r\n`)
  },
)

test.each(['a=b', "'=1", 'a"b', '"', 'two\r\nlines', 'naïve 茶 🍵', '\\N', "it's"])('keeps %j', async (text) => {
  expect(await writeLine({ ...nothing, text })).toBe(`"${text.replaceAll('"', '""')}",,0.0000,\r\n`)
})

test('every text is read back as itself, and a formula as text', async () => {
  // PostgreSQL stores no NUL, and the texts that it stores are valid UTF-8.
  const texts = fc.array(
    anyText.map((text) => text.replaceAll('\0', '')),
    { minLength: 20, maxLength: 60 },
  )
  const line = csvLine([csvPlain('number'), csvText('text')])
  const check = async (given: string[]) => {
    const { rows } = await sql<{ line: string }>`SELECT ${line} AS line
      FROM unnest(${given}::text[]) WITH ORDINALITY AS row (text, number) ORDER BY number`.execute(database.db)
    const expected = given.map((text, index) => [String(index + 1), readBack(text)])
    expect(parse(rows.map((row) => row.line).join(''), AS_SPREADSHEET)).toEqual(expected)
  }
  await fc.assert(fc.asyncProperty(texts, check), { numRuns: 50 })
})
