import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDay } from '#kernel/days.ts'
import { RHYTHMS, getMailedDays, getNextMail } from './schedule.ts'

const daily = { rhythm: 'daily', weekday: null } as const
const weekly = (weekday: number) => ({ rhythm: 'weekly', weekday }) as const
const monthly = { rhythm: 'monthly', weekday: null } as const

test.each([
  [daily, '2026-11-23T05:59:59Z', '2026-11-23T06:00:00Z'],
  [daily, '2026-11-23T06:00:00Z', '2026-11-24T06:00:00Z'],
  [weekly(1), '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
  [weekly(7), '2026-11-23T06:00:00Z', '2026-11-29T06:00:00Z'],
  [weekly(1), '2026-11-23T05:00:00Z', '2026-11-23T06:00:00Z'],
  [monthly, '2026-11-01T06:00:00Z', '2026-12-01T06:00:00Z'],
  [monthly, '2026-12-31T12:00:00Z', '2027-01-01T06:00:00Z'],
])('the first mail of %o after %s is due at %s', (schedule, now, due) => {
  expect(getNextMail(schedule, new Date(now))).toEqual(new Date(due))
})

test.each([
  [daily, '2026-11-23T06:00:00Z', { from: '2026-11-22', until: '2026-11-23' }],
  [weekly(1), '2026-11-23T06:00:00Z', { from: '2026-11-16', until: '2026-11-23' }],
  [monthly, '2026-03-01T06:00:00Z', { from: '2026-02-01', until: '2026-03-01' }],
])('the mail of %o of %s reports the days %o', (schedule, dueAt, days) => {
  expect(getMailedDays(schedule, new Date(dueAt))).toEqual(days)
})

const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test('the mails of a rhythm report each day once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RHYTHMS), fc.integer({ min: 1, max: 7 }), at, (rhythm, day, now) => {
      const schedule = { rhythm, weekday: rhythm === 'weekly' ? day : null }
      const first = getNextMail(schedule, now)
      const next = getNextMail(schedule, first)
      expect(next > first && first > now).toBe(true)
      expect(getMailedDays(schedule, next)).toEqual({ from: toDay(first), until: toDay(next) })
    }),
  )
})
