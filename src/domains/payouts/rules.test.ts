import { expect, test } from 'vitest'
import { planNextPayment } from './rules.ts'

test.each([
  [
    'confirmed last month is paid at the end of this one',
    1_500_000n,
    1_234_567n,
    '2026-03-05',
    '2026-03-31',
    1_234_500n,
  ],
  ['confirmed this month is paid at the end of the next one', 1_000_000n, 0n, '2026-03-05', '2026-04-30', 1_000_000n],
  ['last month alone is below the minimum', 1_000_099n, 999_999n, '2026-01-31', '2026-02-28', 1_000_000n],
  ['below the minimum', 999_999n, 999_999n, '2026-12-31', '2027-01-31', null],
  ['nothing yet', 0n, 0n, '2028-01-01', '2028-02-29', null],
  ['a debt after reversals', -5n, -5n, '2026-03-05', '2026-04-30', null],
])('%s', (...[, total, beforeMonth, today, day, amount]) => {
  expect(planNextPayment({ total, beforeMonth }, today)).toEqual({ day, amount })
})
