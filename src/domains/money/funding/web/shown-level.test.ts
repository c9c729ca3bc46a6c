import { describe, expect, test } from 'vitest'
import { getShownLevel } from './shown-level.ts'

describe('getShownLevel', () => {
  test.each([
    // No funds and no credit, nothing owed.
    ['0.0000', 'free', false, 'none'],
    ['0.0001', 'free', false, 'free'],
    ['10.0000', 'low', false, 'low'],
    // Within its credit limit, with an invoice that is not paid in time.
    ['900.0000', 'free', true, 'overdue'],
    ['0.0000', 'free', true, 'overdue'],
    ['10.0000', 'low', true, 'overdue'],
    // An order that nothing covers.
    ['0.0000', 'used_up', false, 'used_up'],
    ['0.0000', 'used_up', true, 'used_up'],
  ] as const)('of %s, %s, overdue %s: %s', (...[available, level, hasOverdue, shown]) => {
    expect(getShownLevel({ available, ladder: { level }, hasOverdue })).toBe(shown)
  })
})
