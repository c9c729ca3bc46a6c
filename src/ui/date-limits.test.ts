import { expect, test } from 'vitest'
import { isDisabledDay, limitRange, listHours, listMinutes } from './date-limits.ts'

const limits = { notBefore: '2026-03-02', notAfter: '2026-03-20', disabledDays: ['2026-03-08'] }

test.each([
  ['2026-03-01', true],
  ['2026-03-02', false],
  ['2026-03-08', true],
  ['2026-03-20', false],
  ['2026-03-21', true],
])('%s is disabled: %s', (day, expected) => {
  expect(isDisabledDay(day, limits)).toBe(expected)
  expect(isDisabledDay(day, {})).toBe(false)
})

test('a range is limited to the days that can be chosen', () => {
  expect(limitRange(['2026-02-22', '2026-03-05'], limits)).toEqual(['2026-03-02', '2026-03-05'])
  expect(limitRange(['2026-03-05', '2026-03-31'], limits)).toEqual(['2026-03-05', '2026-03-20'])
  expect(limitRange(['2026-02-01', '2026-02-28'], limits)).toBeUndefined()
  expect(limitRange(['2026-02-01', '2026-02-28'], {})).toEqual(['2026-02-01', '2026-02-28'])
})

test.each([
  [0, 60, '59'],
  [1, 60, '59'],
  [7, 9, '56'],
  [15, 4, '45'],
  [59, 2, '59'],
  [60, 1, '00'],
])('a step of %i minutes offers %i values up to %s', (step, count, last) => {
  expect(listMinutes(step)).toHaveLength(count)
  expect(listMinutes(step).at(-1)).toBe(last)
})

test('a day has 24 hours', () => {
  expect([listHours()[0], listHours().at(-1), listHours().length]).toEqual(['00', '23', 24])
})
