import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'

/** Reads a file that arrives whole or in chunks of some bytes: its records, and the lines on which they begin. */
async function read(file: string | Uint8Array, size = 65_536) {
  const bytes = Buffer.from(file)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
  const records = await Array.fromAsync(readCsv(Readable.from(chunks)))
  return records.map(({ line, cells, isTooLong }) => [line, ...cells, ...(isTooLong ? ['too long'] : [])])
}

const ROWS = [
  [1, 'order_id', 'action', 'note'],
  [2, 'Ü-1', '', 'a,b;c\td'],
  [3, 'é', 'confirm', ''],
]

/** Writes `ROWS` with a separator. */
const write = (sign: string) =>
  ['order_id*action*note', 'Ü-1**"a,b;c\td"', 'é*confirm*', '**', ''].join('\r\n').replaceAll('*', sign)

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, string | Uint8Array]>([
  ['commas', write(',')],
  ['semicolons', write(';')],
  ['tabs', write('\t')],
  ['a byte order mark', `\uFEFF${write(';')}`],
  ['UTF-16, as Excel writes it', Buffer.from(`\uFEFF${write('\t')}`, 'utf16le')],
  ['UTF-16 of the other order', bigEndian(`\uFEFF${write('\t')}`)],
  ['UTF-16 without a mark', Buffer.from(write(','), 'utf16le')],
])('a file with %s is read', async (_name, file) => {
  expect(await read(file)).toEqual(ROWS)
  expect(await read(file, 3)).toEqual(ROWS)
})

describe('the separator', () => {
  test('is the one that the line sep= names, and lines keep their numbers', async () => {
    expect(await read('\r\nsep=|\r\na|b\r\n1,5|2\r\n')).toEqual([
      [3, 'a', 'b'],
      [4, '1,5', '2'],
    ])
    expect(await read('SEP=\t\na\tb,c\n')).toEqual([[2, 'a', 'b,c']])
  })

  test('is not looked for in quotation marks', async () => {
    expect(await read('"a, in\nEUR, net";b\n1;2')).toEqual([
      [1, 'a, in\nEUR, net', 'b'],
      [3, '1', '2'],
    ])
  })

  test.each(['order_id|action\n1|confirm\n', 'order_id action', '\n\na,b;c\n'])('of %j is named', async (file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'csv.separator', line: file.startsWith('\n') ? 3 : 1 })
  })
})

test('columns without names are left out while they are empty, and a line with a cell too many is marked', async () => {
  expect(await read('a;b;;\n1;2;;\n3\n1;2;3\n1;2;;;\n')).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
    [3, '3'],
    [4, '1', '2', '3', 'too long'],
    [5, '1', '2', '', '', '', 'too long'],
  ])
})

test.each<[string, string | Uint8Array, number, string]>([
  ['Windows-1252', Buffer.from('a;b\n1;2\n\xfc;3\n', 'latin1'), 3, 'csv.encoding'],
  ['half a letter of UTF-16', Buffer.from(`\uFEFFa;b\n1;2\n`, 'utf16le').subarray(0, -1), 2, 'csv.encoding'],
  ['an open quotation mark', 'a;b\n1;2\n"3;4\n', 3, 'csv.syntax'],
  ['an open quotation mark in its first line', '"a;b\n1;2\n', 2, 'csv.syntax'],
])('a file with %s is refused', async (...[, file, line, code]) => {
  await expect(read(file)).rejects.toMatchObject({ line, code })
})

test('an empty file has no record', async () => {
  expect(await read('')).toEqual([])
  expect(await read('\n;;\n')).toEqual([])
})
