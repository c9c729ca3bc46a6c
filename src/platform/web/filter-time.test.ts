import { expect, test } from 'vitest'
import { rememberedRange, shorten } from './filter-time.ts'

const today = '2026-03-20'

test('a range that ended in the past does not move', () => {
  const stored = { begin: '2026-03-01', end: '2026-03-05', today: '2026-03-18' }
  expect(rememberedRange(stored, today)).toEqual({ begin: '2026-03-01', end: '2026-03-05' })
})

test('a range that ended on the day it was stored moves to end today', () => {
  const stored = { begin: '2026-02-27', end: '2026-03-05', today: '2026-03-05' }
  expect(rememberedRange(stored, today)).toEqual({ begin: '2026-03-14', end: '2026-03-20' })
})

test.each([
  null,
  'x',
  {},
  { begin: '2026-03-05', end: '2026-03-01', today },
  { begin: '2026-03-05', end: '2026-03-21', today },
  { begin: '2026-02-30', end: '2026-03-01', today },
  { begin: 1, end: 2, today },
])('%o is no range', (stored) => {
  expect(rememberedRange(stored, today)).toBeUndefined()
})

test('a range that is too long for a list keeps its last days', () => {
  const range = { begin: '2026-01-01', end: '2026-03-20' }
  expect(shorten(range, 3)).toEqual({ begin: '2026-03-18', end: '2026-03-20' })
  expect(shorten(range, 92)).toEqual(range)
})
