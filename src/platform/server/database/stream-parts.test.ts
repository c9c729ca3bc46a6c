import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Place } from '#kernel/cursor.ts'
import { streamParts } from './stream-parts.ts'

const ROWS = 12_000

const toPlace = (row: number): Place => ({ at: new Date(row), id: '' })
const toRow = ({ at }: Place) => at.getTime()

describe('a list that changes while it is streamed', () => {
  test.each([
    ['a row goes', (rows: Set<number>, after: number) => rows.delete(after + 50)],
    ['a row comes', (rows: Set<number>, after: number) => rows.add(after + 50.5)],
  ])('has each lasting row once when %s between two reads', async (_name, change) => {
    const rows = new Set(Array.from({ length: ROWS }, (_, index) => index + 1))
    const readAfter = (after: Place | undefined) =>
      [...rows].filter((row) => row > (after ? toRow(after) : 0)).toSorted((one, other) => one - other)
    const read = await text(
      streamParts({
        findLastPlace: async ({ after, limit }) => {
          const row = readAfter(after)[limit - 1]
          change(rows, after ? toRow(after) : 0)
          return row === undefined ? undefined : toPlace(row)
        },
        writePart: async ({ after, last }) => {
          const lines = readAfter(after).filter((row) => row <= (last ? toRow(last) : Infinity))
          change(rows, after ? toRow(after) : 0)
          return lines.map((row) => `${row}\n`).join('')
        },
      }),
    )
    const lasting = Array.from({ length: ROWS }, (_, index) => index + 1).filter((row) => rows.has(row))
    const written = read.trimEnd().split('\n').map(Number)
    expect(written.filter((row) => Number.isInteger(row) && rows.has(row))).toEqual(lasting)
  })
})
