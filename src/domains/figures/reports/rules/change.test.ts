import { expect, test } from 'vitest'
import { getChange } from './change.ts'

test.each([
  [125, 100, 0.25],
  [75, 100, -0.25],
  [0, 4, -1],
  [4, 4, 0],
  [4, 0, undefined],
  [0, 0, undefined],
])('%d after %d is a change of %s', (now, before, expected) => {
  expect(getChange(now, before)).toBe(expected)
})
