import { describe, expect, test } from 'vitest'
import { hasOrderedDays } from './day-query.ts'
import { addDays, toDay, isDay, listDays, toDayRange } from './days.ts'

describe('isDay', () => {
  test.each(['2024-02-29', '2026-12-31', '0001-01-01'])('accepts %s', (text) => expect(isDay(text)).toBe(true))
  test.each([
    '2023-02-29',
    '2026-13-01',
    '2026-04-31',
    '2026-1-1',
    '20260101',
    '',
    '2026-01-01T00:00:00Z',
    '0000-00-00',
  ])('refuses %j', (text) => expect(isDay(text)).toBe(false))
})

describe('ranges', () => {
  const now = new Date('2026-03-01T23:59:59.999Z')

  test('is today and the six days before by default', () => {
    expect(toDayRange({}, now)).toEqual({ from: '2026-02-23', until: '2026-03-02' })
    expect(listDays(toDayRange({}, now))).toHaveLength(7)
  })

  test('treats begin and end as inclusive', () => {
    expect(toDayRange({ begin: '2026-02-28', end: '2026-02-28' }, now)).toEqual({
      from: '2026-02-28',
      until: '2026-03-01',
    })
  })

  test('refuses a begin after the end', () => {
    expect(hasOrderedDays({ begin: '2026-02-02', end: '2026-02-01' })).toBe(false)
    expect(hasOrderedDays({ begin: '2026-02-01', end: '2026-02-01' })).toBe(true)
    expect(hasOrderedDays({ end: '2026-02-01' })).toBe(true)
  })

  test('counts across a leap day and a new year', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(toDay(new Date('2026-01-01T00:00:00.000Z'))).toBe('2026-01-01')
  })
})
