import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BUDGET_PERIODS,
  expectExcess,
  forecastEnd,
  getAlertLevel,
  getEarliestStart,
  getPeriodDays,
  getStop,
  isCut,
  isStopped,
} from './rules.ts'
import type { BudgetPeriod, Cap, Consequence } from './rules.ts'

const cap = (amount: bigint | null, consequence: Consequence): Cap => ({ cap: amount, consequence })
const now = new Date('2026-11-23T10:40:00Z')

test.each([
  ['a first stop', { before: undefined, after: cap(10n, 'stop') }, true],
  ['a first cap that only tells', { before: undefined, after: cap(10n, 'tell') }, false],
  ['a first cap that ends joins', { before: undefined, after: cap(10n, 'no_joins') }, false],
  ['a stop in place of a notice', { before: cap(10n, 'tell'), after: cap(10n, 'stop') }, true],
  ['a lower stop', { before: cap(10n, 'stop'), after: cap(9n, 'stop') }, true],
  ['the same stop', { before: cap(10n, 'stop'), after: cap(10n, 'stop') }, false],
  ['a higher stop', { before: cap(10n, 'stop'), after: cap(11n, 'stop') }, false],
  ['a stop after an end', { before: cap(null, 'stop'), after: cap(10n, 'stop') }, true],
  ['the end of a stop', { before: cap(10n, 'stop'), after: cap(null, 'stop') }, false],
])('%s waits for its notice only if it cuts: %#', (_, versions, cuts) => {
  expect(isCut(versions.before, versions.after)).toBe(cuts)
  const start = getEarliestStart(versions, { now, noticeDays: 14 })
  expect(start.toISOString()).toBe(cuts ? '2026-12-08T00:00:00.000Z' : now.toISOString())
})

test.each([
  [0n, undefined],
  [79n, undefined],
  [80n, 'low'],
  [99n, 'low'],
  [100n, 'reached'],
  [250n, 'reached'],
])('%s of 100 is told as %s', (used, level) => {
  expect(getAlertLevel(used, 100n)).toBe(level)
})

test.each([
  ['2026-11-23T10:40:00Z', '2026-11-23T12:00:00.000Z'],
  ['2026-11-23T10:20:00Z', '2026-11-23T11:00:00.000Z'],
  ['2026-11-23T23:20:00Z', undefined],
  ['2026-11-23T23:40:00Z', undefined],
])('a daily cap that is reached at %s stops clicks from %s on', (at, from) => {
  const stop = getStop(getPeriodDays('day', '2026-11-23'), new Date(at))
  expect(stop).toEqual(from && { from: new Date(from), until: new Date('2026-11-24T00:00:00Z') })
})

test('never stops a click that was made before the notice', () => {
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const stopsLater = (at: Date, period: BudgetPeriod) => {
    const stop = getStop(getPeriodDays(period, at.toISOString().slice(0, 10)), at)
    return !stop || (!isStopped(at, stop) && isStopped(stop.from, stop) && !isStopped(stop.until, stop))
  }
  const property = fc.property(instants, fc.constantFrom(...BUDGET_PERIODS), stopsLater)
  expect(fc.check(property)).toMatchObject({ failed: false })
})

const week = (amount: bigint) => Array.from({ length: 7 }, () => amount)

test.each([
  ['is reached', { used: 100n, recent: [] }, { kind: 'reached' }],
  ['has too few days', { used: 0n, recent: [5n] }, { kind: 'unknown', days: 1 }],
  ['ends today', { used: 95n, recent: week(10n) }, { kind: 'day', day: '2026-11-23' }],
  ['ends in three days', { used: 75n, recent: week(10n) }, { kind: 'day', day: '2026-11-25' }],
  ['ends on the last day', { used: 20n, recent: week(10n) }, { kind: 'day', day: '2026-11-30' }],
  ['lasts', { used: 19n, recent: week(10n) }, { kind: 'lasts' }],
  ['lasts without orders', { used: 0n, recent: week(0n) }, { kind: 'lasts' }],
])('a budget of a month %s', (_, facts, forecast) => {
  expect(forecastEnd({ period: 'month', cap: 100n, now, ...facts })).toEqual(forecast)
})

test('says of a daily budget on how many of the last days it would have been reached', () => {
  const recent = [...week(10n), 100n, 120n]
  expect(forecastEnd({ period: 'day', cap: 100n, used: 5n, now, recent })).toEqual({
    kind: 'days',
    reached: 2,
    days: 9,
  })
})

test.each([
  // 7 days are left of November and 13 h 20 min of the 23rd; the mean of a day is 24.
  { period: 'month', limit: 500n, used: 400n, days: 7, excess: 81n },
  { period: 'month', limit: 600n, used: 400n, days: 7, excess: 0n },
  { period: 'month', limit: 500n, used: 600n, days: 7, excess: 281n },
  { period: 'month', limit: 500n, used: 400n, days: 6, excess: null },
  { period: 'day', limit: 20n, used: 15n, days: 28, excess: 8n },
  { period: 'day', limit: 20n, used: 5n, days: 28, excess: 0n },
] as const)('after $days days $excess above a cap of $limit per $period are expected', ({ limit, days, ...facts }) => {
  const recent = Array.from({ length: days }, () => 24n)
  expect(expectExcess({ ...facts, cap: limit, now, recent })).toBe(facts.excess)
})
