import { describe, expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'
import { pageInSearch } from './paging.ts'

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
})

test('an address without a page means the first page of the default size', () => {
  expect(pageInSearch({}, 20)).toEqual({ number: 1, size: 20 })
  expect(pageInSearch({ page_number: '3', page_size: '50' }, 20)).toEqual({ number: 3, size: 50 })
})
