import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, getScheduledMonth, planNextRun } from './schedule.ts'

test.each([
  ['2026-11-23', null, '2026-10-01', '2026-11-30'],
  ['2026-11-30', null, '2026-10-01', '2026-11-30'],
  ['2026-12-01', null, '2026-11-01', '2026-12-31'],
  ['2027-01-31', null, '2026-12-01', '2027-01-31'],
  ['2028-01-05', '2027-12-01', '2028-01-01', '2028-02-29'],
  ['2026-11-23', '2026-10-01', '2026-11-01', '2026-12-31'],
  ['2026-11-23', '2026-06-01', '2026-10-01', '2026-11-30'],
])('on %s, after a run of %s, the next run pays %s on %s', (...[today, last, month, day]) => {
  expect(planNextRun(today, last)).toEqual({ month, day })
})

test.each([
  ['2026-11-29', '2026-09-01'],
  ['2026-11-30', '2026-10-01'],
  ['2026-12-01', '2026-10-01'],
  ['2026-12-30', '2026-10-01'],
  ['2026-12-31', '2026-11-01'],
  ['2027-01-30', '2026-11-01'],
  ['2027-02-27', '2026-12-01'],
  ['2027-02-28', '2027-01-01'],
  ['2028-02-28', '2027-12-01'],
  ['2028-02-29', '2028-01-01'],
])('on %s, the last run whose day has come is that of %s', (today, month) => {
  expect(getScheduledMonth(today)).toBe(month)
})

test('months follow each other', () => {
  const start = fc.integer({ min: 2000, max: 2100 }).map((year) => `${year}-01-01`)
  fc.assert(
    fc.property(start, fc.integer({ min: -30, max: 30 }), (month, count) => {
      expect(addMonths(addMonths(month, count), -count)).toBe(month)
      expect(addMonths(month, 12)).toBe(`${Number(month.slice(0, 4)) + 1}-01-01`)
    }),
    { numRuns: 200 },
  )
})
