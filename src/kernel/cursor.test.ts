import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cursorQuery, hasOneCursor, writeCursor } from './cursor.ts'

const query = z.object(cursorQuery).refine(hasOneCursor)

test('a position survives encoding and decoding', () => {
  const at = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  const check = (place: { at: Date; id: string }) => {
    const cursor = writeCursor(place)
    expect(cursor).toMatch(/^[0-9a-f]{44}$/)
    expect(query.parse({ after: cursor })).toEqual({ after: place })
  }
  fc.assert(fc.property(fc.record({ at, id: fc.uuid() }), check))
})

test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(45), 'A'.repeat(44), `${'a'.repeat(43)}g`, `${'a'.repeat(44)}\n`])(
  'refuses %s',
  (cursor) => {
    expect(query.safeParse({ before: cursor }).success).toBe(false)
  },
)

test('refuses a query with two cursors', () => {
  const cursor = writeCursor({ at: new Date(), id: '0199f0a2-7c11-7abc-8def-0123456789ab' })
  expect(query.safeParse({ after: cursor, before: cursor }).success).toBe(false)
})
