import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, countDays } from '#kernel/days.ts'
import { getLapseDay, planLapse } from './lapse.ts'

test.each([
  ['2023-11-22', '2026-11-23'],
  ['2023-12-31', '2027-01-01'],
  ['2024-02-27', '2027-02-28'],
  ['2024-02-28', '2027-03-01'],
  ['2024-02-29', '2027-03-01'],
  ['2025-02-28', '2028-03-01'],
  ['2025-02-27', '2028-02-28'],
  ['2096-02-28', '2099-03-01'],
])('a claim whose owner was last active on %s lapses on %s', (last, day) => {
  expect(getLapseDay(last)).toBe(day)
})

const last = '2023-11-22'

test.each([
  ['2026-09-23', undefined, { act: 'wait' }],
  ['2026-09-24', undefined, { act: 'warn', lapsesOn: '2026-11-23' }],
  ['2026-11-01', undefined, { act: 'warn', lapsesOn: '2026-12-31' }],
  ['2030-01-01', undefined, { act: 'warn', lapsesOn: '2030-03-02' }],
  ['2026-11-08', { lapsesOn: '2026-11-23', isWarnedAgain: false }, { act: 'wait' }],
  ['2026-11-09', { lapsesOn: '2026-11-23', isWarnedAgain: false }, { act: 'warn_again', lapsesOn: '2026-11-23' }],
  ['2026-11-30', { lapsesOn: '2026-11-23', isWarnedAgain: false }, { act: 'warn_again', lapsesOn: '2026-12-14' }],
  ['2026-11-22', { lapsesOn: '2026-11-23', isWarnedAgain: true }, { act: 'wait' }],
  ['2026-11-23', { lapsesOn: '2026-11-23', isWarnedAgain: true }, { act: 'lapse' }],
])('on %s, after the warning %o, the job does %o', (today, warning, step) => {
  expect(planLapse(last, warning, today)).toEqual(step)
})

test('nothing lapses before three years, 60 days after the first and 14 after the second mail', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1500 }), gaps, (offset, days) => {
      const lastActiveOn = addDays('2024-01-01', offset)
      let today = addDays(lastActiveOn, 900)
      let [first, second] = ['', '']
      let warning: { lapsesOn: string; isWarnedAgain: boolean } | undefined
      for (const gap of days) {
        today = addDays(today, gap)
        const step = planLapse(lastActiveOn, warning, today)
        if (step.act === 'lapse') break
        if (step.act === 'wait') continue
        warning = { lapsesOn: step.lapsesOn, isWarnedAgain: step.act === 'warn_again' }
        if (step.act === 'warn') first = today
        else second = today
      }
      expect(planLapse(lastActiveOn, warning, today)).toEqual({ act: 'lapse' })
      expect(countDays({ from: lastActiveOn, until: today })).toBeGreaterThanOrEqual(3 * 365)
      expect(countDays({ from: first, until: today })).toBeGreaterThanOrEqual(60)
      expect(countDays({ from: second, until: today })).toBeGreaterThanOrEqual(14)
    }),
    { numRuns: 200 },
  )
})
