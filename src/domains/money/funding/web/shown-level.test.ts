import { describe, expect, test } from 'vitest'
import { getShownLevel } from './shown-level.ts'

describe('getShownLevel', () => {
  test.each([
    // No funds and no credit, nothing owed.
    ['0.0000', 'free', 'none'],
    ['0.0001', 'free', 'free'],
    ['10.0000', 'low', 'low'],
    // An order that nothing covers.
    ['0.0000', 'used_up', 'used_up'],
  ] as const)('of %s, %s: %s', (available, level, shown) => {
    expect(getShownLevel({ available, ladder: { level } })).toBe(shown)
  })
})
