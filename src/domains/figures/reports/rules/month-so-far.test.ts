import { expect, test } from 'vitest'
import { getMonthSoFar } from './month-so-far.ts'

test.each([
  ['2026-11-23', ['2026-11-01', '2026-11-24'], ['2026-10-01', '2026-10-24']],
  ['2026-11-01', ['2026-11-01', '2026-11-02'], ['2026-10-01', '2026-10-02']],
  ['2026-01-31', ['2026-01-01', '2026-02-01'], ['2025-12-01', '2026-01-01']],
  ['2026-03-31', ['2026-03-01', '2026-04-01'], ['2026-01-29', '2026-03-01']],
])('on %s, the month so far is %j and is compared with %j', (today, [from, until], [fromBefore, untilBefore]) => {
  const before = { from: fromBefore, until: untilBefore }
  expect(getMonthSoFar(today)).toEqual({ month: { from, until }, before })
})
