import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cursorQuery, hasOneCursor } from './cursor.ts'
import { dayFilter, hasOrderedDays } from './day-query.ts'
import { parseListQuery, writeListQuery } from './list-query.ts'
import type { List } from './list-query.ts'
import { pageQuery } from './page-query.ts'
import { plainText } from './text.ts'

const STATUSES = ['PENDING', 'CONFIRMED'] as const

const list: List = {
  name: 'orders',
  path: '/orders',
  access: 'operator',
  query: z
    .object({
      status: z.enum(STATUSES).optional(),
      keyword: plainText(200).optional(),
      methods: z.union([z.string().transform((text) => [text]), z.array(z.string())]).optional(),
      ...dayFilter,
      sort: z.enum(['newest', 'value']).default('newest'),
      ...pageQuery([10, 50], 10),
      ...cursorQuery,
    })
    .refine(hasOrderedDays, { path: ['begin'] })
    .refine(hasOneCursor, { path: ['before'] }),
  columns: ['date', 'order', 'value', 'status'],
}

const parse = (search: string, foreign?: string[]) => parseListQuery(list, new URLSearchParams(search), foreign)

describe('the search of a list', () => {
  test('gives the parameters that the list knows', () => {
    expect(parse('status=PENDING&keyword=a+b&methods=x&methods=y&page_size=50&columns=value.date&view=7')).toEqual({
      query: { status: 'PENDING', keyword: 'a b', methods: ['x', 'y'], page_size: '50' },
      columns: ['date', 'value'],
      view: '7',
      ignored: [],
    })
  })

  test.each([
    ['an unknown parameter', 'publisher=3', 'publisher=3'],
    ['an unknown value', 'status=PAID', 'status=PAID'],
    ['a value that repeats', 'status=PENDING&status=CONFIRMED', 'status=PENDING,CONFIRMED'],
    ['a day that does not exist', 'begin=2026-02-30', 'begin=2026-02-30'],
    ['a page size that the list does not offer', 'page_size=11', 'page_size=11'],
    ['unknown columns', 'columns=secret.password', 'columns=secret.password'],
    ['a view that is no id', 'view=mine', 'view=mine'],
    ['a NUL', 'keyword=%00', 'keyword=\0'],
    ['a name of Object', '__proto__=1', '__proto__=1'],
    ['another name of Object', 'constructor=1', 'constructor=1'],
    ['a long value', `status=${'x'.repeat(900)}`, `status=${'x'.repeat(53)}`],
  ])('names %s and leaves it out', (_, search, ignored) => {
    expect(parse(search)).toEqual({ query: {}, ignored: [ignored] })
  })

  test('leaves out a begin after the end, and one of two cursors', () => {
    expect(parse('begin=2026-03-02&end=2026-03-01&keyword=x')).toEqual({
      query: { end: '2026-03-01', keyword: 'x' },
      ignored: ['begin=2026-03-02'],
    })
    const cursor = 'a'.repeat(44)
    expect(parse(`after=${cursor}&before=${cursor}`).query).toEqual({ after: cursor })
  })

  test('does not name the parameters of other parts of the page, and empty ones', () => {
    expect(parse('dialog=1&status=&keyword=', ['dialog'])).toEqual({ query: {}, ignored: [] })
  })
})

const day = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const valid = fc
  .record({
    query: fc.record(
      {
        status: fc.constantFrom(...STATUSES),
        keyword: fc.stringMatching(/^[a-z0-9&=+%#? ]{0,9}[a-z]$/),
        methods: fc.array(fc.stringMatching(/^[a-z.]{1,8}$/), { minLength: 2, maxLength: 4 }),
        begin: day,
        sort: fc.constantFrom('newest', 'value'),
        page_number: fc.integer({ min: 1, max: 1_000_000 }).map(String),
      },
      { requiredKeys: [] },
    ),
    columns: optional(fc.subarray([...list.columns], { minLength: 1 })),
    view: optional(fc.integer({ min: 1, max: 1e9 }).map(String)),
  })
  .map(({ query, columns, view }) => ({ query, ...(columns && { columns }), ...(view && { view }) }))

test('what is written is read again', () => {
  fc.assert(
    fc.property(valid, (search) => {
      const read = parse(writeListQuery(list, search))
      expect(read).toEqual({ ...search, ignored: [] })
    }),
    { numRuns: 300 },
  )
})

test('any address is read without an error, and what was read is read the same again', () => {
  const name = fc.oneof(fc.constantFrom('status', 'begin', 'end', 'columns', 'view', 'after', 'page_size'), fc.string())
  const value = fc.oneof(fc.string(), day, fc.constantFrom('PENDING', 'date.order', '50', '0', '-1', '\0', '\u202E'))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (pairs) => {
      const { ignored: _, ...read } = parseListQuery(list, new URLSearchParams(pairs))
      expect(list.query.safeParse(read.query).success).toBe(true)
      expect(parse(writeListQuery(list, read))).toEqual({ ...read, ignored: [] })
    }),
    { numRuns: 150 },
  )
})
