import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'
import { getOffset, pageInSearch } from './paging.ts'

const describeWindow = (page: number, count: number) => {
  const { numbers, hasMoreBefore, hasMoreAfter } = pageWindow({ page, pageSize: 10, count })
  return `${hasMoreBefore ? '… ' : ''}${numbers.join(' ')}${hasMoreAfter ? ' …' : ''}`
}

describe('pageWindow', () => {
  test.each([
    [1, 0, '1'],
    [1, 10, '1'],
    [1, 11, '1 2'],
    [2, 50, '1 2 3 4 5'],
    [1, 51, '1 2 3 4 5 …'],
    [3, 100, '1 2 3 4 5 …'],
    [4, 100, '… 2 3 4 5 6 …'],
    [8, 100, '… 6 7 8 9 10'],
    [10, 100, '… 6 7 8 9 10'],
    [99, 100, '… 6 7 8 9 10'],
  ])('page %i of %i rows shows %s', (page, count, expected) => {
    expect(describeWindow(page, count)).toBe(expected)
  })
})

test('a page beyond the end counts as the last page', () => {
  expect(pageWindow({ page: 99, pageSize: 10, count: 41 }).page).toBe(5)
  expect(pageWindow({ page: 99, pageSize: 10, count: 0 }).page).toBe(1)
  expect(getOffset({ number: 99, size: 10 }, 41n)).toBe(40)
  expect(getOffset({ number: 99, size: 10 }, 40)).toBe(30)
  expect(getOffset({ number: 99, size: 10 }, 0)).toBe(0)
})

test('an address without a page means the first page of the default size', () => {
  expect(pageInSearch({}, 20)).toEqual({ number: 1, size: 20 })
  expect(pageInSearch({ page_number: '3', page_size: '50' }, 20)).toEqual({ number: 3, size: 50 })
})

test('every row is on exactly one page, and no page is empty', () => {
  const check = (count: number, size: number) => {
    const { last } = pageWindow({ page: 1, pageSize: size, count })
    const rows = Array.from({ length: count }, (_, index) => index)
    const pages = Array.from({ length: last }, (_, index) => {
      const offset = getOffset({ number: index + 1, size }, count)
      return rows.slice(offset, offset + size)
    })
    expect(pages.flat()).toEqual(rows)
    expect(pages.every((page) => page.length > 0)).toBe(count > 0)
    expect(rows.slice(getOffset({ number: last + 1, size }, count))).toEqual(pages.at(-1))
  }
  fc.assert(fc.property(fc.nat(400), fc.integer({ min: 1, max: 60 }), check), { numRuns: 200 })
})

test('the window has the page in it, and five consecutive numbers or all there are', () => {
  const check = (typed: number, count: number, pageSize: number) => {
    const { page, numbers, last, hasMoreBefore, hasMoreAfter } = pageWindow({ page: typed, count, pageSize })
    expect(page).toBe(Math.min(typed, last))
    expect(numbers).toContain(page)
    expect(numbers).toHaveLength(Math.min(5, last))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect([hasMoreBefore, hasMoreAfter]).toEqual([numbers[0] !== 1, numbers.at(-1) !== last])
  }
  const page = fc.integer({ min: 1, max: 1_000_000 })
  const anyPage = fc.oneof(page, fc.integer({ min: 1, max: 30 }))
  fc.assert(fc.property(anyPage, fc.nat(1000), fc.integer({ min: 1, max: 60 }), check), { numRuns: 300 })
})
