import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AS_SPREADSHEET, anyText, readBack } from '#test/support/any-text.ts'
import { writeCsv, writeNdjson } from './answer-rows.ts'
import type { Row } from './answer-rows.ts'

const columns = ['text', 'list', 'number', 'nothing']
interface Given extends Row {
  text: string
  list: string[]
  number: number
  nothing: null
}

const rows: fc.Arbitrary<Given[]> = fc.array(
  fc.record({
    text: anyText,
    list: fc.array(anyText, { maxLength: 3 }),
    number: fc.integer(),
    nothing: fc.constant(null),
  }),
)

test('every cell of a CSV answer is read back as itself, and a formula as text', () => {
  const check = (given: Given[], delimiter: ',' | '\t', hasHeader: boolean) => {
    const file = Buffer.from(writeCsv(given, { columns, delimiter, hasHeader }))
    const expected = given.map(({ text, list, number }) => [text, list.join('|'), String(number), ''].map(readBack))
    expect(parse(file, { ...AS_SPREADSHEET, delimiter })).toEqual([...(hasHeader ? [columns] : []), ...expected])
  }
  fc.assert(fc.property(rows, fc.constantFrom(',', '\t'), fc.boolean(), check), { numRuns: 200 })
})

test('every line of an NDJSON answer is one row', () => {
  const check = (given: Given[]) => {
    const lines = Buffer.from(writeNdjson(given)).toString().split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(given)
  }
  fc.assert(fc.property(rows, check), { numRuns: 200 })
})
