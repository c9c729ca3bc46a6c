import { expect, test } from 'vitest'
import { findView } from './list-view.ts'

const choices = { sort: ['click_count', 'commission'], page_size: [20, 50] }

test('a list gets what was stored for its own address', () => {
  const stored = { '/a': { sort: 'commission', page_size: '50' }, '/b': { sort: 'click_count' } }
  expect(findView(stored, '/a', choices)).toEqual({ sort: 'commission', page_size: '50' })
  expect(findView(stored, '/b', choices)).toEqual({ sort: 'click_count' })
  expect(findView(stored, '/c', choices)).toEqual({})
})

test.each([null, 'x', { '/a': 'x' }, { '/a': null }, { '/a': { sort: 'epc', page_size: '7', other: '1' } }])(
  '%j has nothing that the list accepts',
  (stored) => {
    expect(findView(stored, '/a', choices)).toEqual({})
  },
)
