import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AS_SPREADSHEET, anyText, readBack } from '#test/support/any-text.ts'
import { writeCsv } from './csv.ts'

const columns = ['name', 'note', 'last']

test('every cell is read back as itself, and a formula as text', async () => {
  const cell = fc.option(anyText)
  const lines = fc.array(fc.tuple(cell, cell, cell))
  const check = async (rows: [string | null, string | null, string | null][], hasByteOrderMark: boolean) => {
    const file = await buffer(writeCsv(rows, { columns, hasByteOrderMark }))
    expect(file.subarray(0, 3).toString() === '\uFEFF').toBe(hasByteOrderMark)
    const expected = rows.map((row) => row.map((text) => readBack(text ?? '')))
    expect(parse(file, { ...AS_SPREADSHEET, bom: true })).toEqual([columns, ...expected])
  }
  await fc.assert(fc.asyncProperty(lines, fc.boolean(), check), { numRuns: 200 })
})

test('a negative number of a column of numbers is no formula', async () => {
  const file = await buffer(writeCsv([['-5', '-5', null]], { columns, hasByteOrderMark: false, numbers: ['note'] }))
  expect(file.toString()).toBe("name,note,last\r\n'-5,-5,\r\n")
})
