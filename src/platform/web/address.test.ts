import { expect, test } from 'vitest'
import { buildAddress } from './call.ts'
import { countFilters, readSearch, searchWith } from './search.ts'

test('fills in and encodes the parameters of an address', () => {
  const parts = { params: { key: 'a/b c' }, query: { page: 2, empty: '', none: undefined, list: ['x', 'y'] } }
  expect(buildAddress('/sites/:key', parts)).toBe('/sites/a%2Fb%20c?page=2&list=x&list=y')
})

test('reads a search as a query, with lists for repeated names and without empty values', () => {
  expect(readSearch(new Request('http://n.example/?a=1&b=2&b=3&c='))).toEqual({ a: '1', b: ['2', '3'] })
})

test('replaces a parameter and keeps the others', () => {
  const present = new URLSearchParams('sort=epc&page_number=3')
  expect(searchWith(present, { page_number: undefined, begin: '2024-01-01' })).toBe('?sort=epc&begin=2024-01-01')
  expect(present.toString()).toBe('sort=epc&page_number=3')
})

test('counts the filters of a list, a range once', () => {
  const count = (search: string) => countFilters(new URLSearchParams(search))
  expect(count('sort=epc&page_size=50&page_number=3&keyword=')).toBe(0)
  expect(count('begin=2024-01-01&end=2024-01-31&keyword=x&sort=epc')).toBe(2)
  expect(count('begin=&end=2024-01-31')).toBe(1)
})
