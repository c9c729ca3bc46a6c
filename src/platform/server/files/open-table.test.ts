import { expect, test } from 'vitest'
import type { ImportLayout } from '#kernel/columns.ts'
import type { Refusal } from '#kernel/errors.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openTable } from './open-table.ts'

const { db } = await openTestDatabase()

const layout: ImportLayout<'day' | 'amount' | 'id' | 'ref'> = {
  name: 'test',
  columns: { ref: ['ref'], day: ['date', 'buchungstag'], amount: ['amount'], id: ['id'] },
  required: [['day'], ['amount', 'id']],
  mayHaveOthers: true,
}

const at = (minute: number) => testContext(db, 'test', new Date(Date.UTC(2026, 10, 28, 0, minute)))

async function read(text: string, columns?: string, { owner = 'network', of = layout, minute = 0 } = {}) {
  const chunks = (async function* () {
    yield Buffer.from(text)
  })()
  const table = await openTable(at(minute), chunks, { layout: of, owner, columns })
  const rows = []
  for await (const { cells } of table.rows) rows.push(cells)
  return { rows, choice: table.choice, reading: table.reading }
}

const refuse = (...given: Parameters<typeof read>) =>
  read(...given).then(
    () => undefined,
    (error: Refusal) => error.details,
  )

const foreign = 'Valuta;Summe;;Zweck\n28.11.2026;1,50;x;Miete\n'

test('reads columns by their names, in any case and order', async () => {
  const { rows, choice, reading } = await read('Amount,other,BUCHUNGSTAG\n1,2,3\n4\n')
  expect(rows).toEqual([
    { amount: '1', day: '3' },
    { amount: '4', day: '' },
  ])
  expect([choice, reading]).toEqual([undefined, ''])
})

test('asks for columns that it does not find, with those of the file and its first row', async () => {
  const details = await refuse(foreign)
  expect(details).toMatchObject({ code: 'csv.column_missing', status: 422, params: { names: 'date, amount / id' } })
  expect(details?.choice).toEqual({
    columns: [
      { name: 'day', label: 'date', index: null },
      { name: 'amount', label: 'amount', index: null },
      { name: 'id', label: 'id', index: null },
      { name: 'ref', label: 'ref', index: null },
    ],
    required: [['day'], ['amount', 'id']],
    headers: [
      { label: 'Valuta', example: '28.11.2026' },
      { label: 'Summe', example: '1,50' },
      { label: '', example: 'x' },
      { label: 'Zweck', example: 'Miete' },
    ],
  })
})

test('asks about a name that it does not know where others are not allowed', async () => {
  const strict = { ...layout, mayHaveOthers: false }
  const details = await refuse('date,amount,Total,amount\n1,2,3,4\n', undefined, { of: strict })
  expect(details).toMatchObject({ code: 'csv.column_unknown', params: { name: 'Total' } })
  expect(details?.choice?.columns[1]).toEqual({ name: 'amount', label: 'amount', index: 1 })
})

test('remembers what a person chose for files with the same header, and the last choice counts', async () => {
  const header = foreign.replace('Valuta', 'Tag')
  const read1 = { rows: [{ day: '28.11.2026', amount: '1,50' }], reading: 'day:0,amount:1' }
  expect(await read(header, 'day:0,amount:1')).toMatchObject(read1)
  const again = await read(header.replace('1,50', '2,50').toUpperCase())
  expect(again).toMatchObject({ rows: [{ day: '28.11.2026', amount: '2,50' }], reading: 'day:0,amount:1' })
  expect(again.choice?.columns[0]).toEqual({ name: 'day', label: 'date', index: 0 })
  expect(await read(header, 'day:0,id:3')).toMatchObject({ rows: [{ day: '28.11.2026', id: 'Miete' }] })
  expect((await read(header)).rows).toEqual([{ day: '28.11.2026', id: 'Miete' }])
  const lines = await db
    .selectFrom('auditLine')
    .select(['target', 'details'])
    .where('action', 'like', 'column%')
    .execute()
  expect(lines).toMatchObject([
    { target: 'import:test', details: { owner: 'network', reading: { day: 0, amount: 1 } } },
    { details: { reading: { day: 0, id: 3 } } },
  ])
  expect(await refuse(`${header.split('\n')[0]};Konto\n`)).toMatchObject({ code: 'csv.column_missing' })
  expect(await refuse(header, undefined, { owner: 'advertiser:1' })).toMatchObject({ code: 'csv.column_missing' })
  const other = { ...layout, name: 'other' }
  expect(await refuse(header, undefined, { of: other })).toMatchObject({ code: 'csv.column_missing' })
})

test('asks again when a choice lacks a column, and remembers nothing', async () => {
  expect(await refuse(foreign, 'day:0,amount:99,colour:1')).toMatchObject({ params: { names: 'amount / id' } })
  expect(await refuse(foreign)).toMatchObject({ params: { names: 'date, amount / id' } })
})

test('forgets the oldest of more than a hundred choices', async () => {
  const owner = 'advertiser:7'
  const write = (nr: number) => `a${nr};b\n1;2\n`
  for (let nr = 0; nr <= 100; nr += 1) await read(write(nr), 'day:0,id:1', { owner, minute: nr })
  expect(await refuse(write(0), undefined, { owner })).toMatchObject({ code: 'csv.column_missing' })
  expect((await read(write(1), undefined, { owner })).rows).toEqual([{ day: '1', id: '2' }])
})

test('reads an empty file as a table without rows', async () => {
  expect(await read('')).toMatchObject({ rows: [], choice: undefined })
})
