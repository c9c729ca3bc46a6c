import { expect, test } from 'vitest'
import { buildAddress } from './call.ts'
import { searchOf, searchWith } from './search.ts'

test('an address has its parameters filled in and encoded', () => {
  const parts = { params: { key: 'a/b c' }, query: { page: 2, empty: '', none: undefined, list: ['x', 'y'] } }
  expect(buildAddress('/sites/:key', parts)).toBe('/sites/a%2Fb%20c?page=2&list=x&list=y')
})

test('a search is read as a query: repeated names are lists, empty values are not there', () => {
  expect(searchOf(new Request('http://n.example/?a=1&b=2&b=3&c='))).toEqual({ a: '1', b: ['2', '3'] })
})

test('a search is changed without losing the rest', () => {
  const present = new URLSearchParams('sort=epc&page_number=3')
  expect(searchWith(present, { page_number: undefined, begin: '2024-01-01' })).toBe('?sort=epc&begin=2024-01-01')
  expect(present.toString()).toBe('sort=epc&page_number=3')
})
