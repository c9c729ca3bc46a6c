import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINIMUM_PAYOUT, getMinimum, planNextPayment } from './payment.ts'

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
  ['a reversal of this month is not paid', 1_200_000n, 1_500_000n, '2026-03-05', '2026-03-31', 1_200_000n],
  ['a reversal of this month to below the minimum', 5n, 1_500_000n, '2026-03-05', '2026-04-30', null],
  ['below the minimum', 999_999n, 999_999n, '2026-12-31', '2027-01-31', null],
  ['nothing yet', 0n, 0n, '2028-01-01', '2028-02-29', null],
  ['a debt after reversals', -5n, -5n, '2026-03-05', '2026-04-30', null],
])('%s', (...[, total, beforeMonth, today, day, amount]) => {
  expect(planNextPayment({ total, beforeMonth }, { today, minimum: MINIMUM_PAYOUT })).toEqual({ day, amount })
})

test('a threshold counts when it is above the minimum of the network', () => {
  expect([0n, 999_999n, 1_000_001n].map(getMinimum)).toEqual([MINIMUM_PAYOUT, MINIMUM_PAYOUT, 1_000_001n])
})

test('pays whole cents, at least the minimum and at most the balance', () => {
  const amount = fc.bigInt({ min: -10_000_000n, max: 10_000_000n })
  const threshold = fc.bigInt({ min: 0n, max: 100_000n }).map((cents) => cents * 100n)
  const check = (total: bigint, beforeMonth: bigint, chosen: bigint) => {
    const minimum = getMinimum(chosen)
    const { amount: paid } = planNextPayment({ total, beforeMonth }, { today: '2026-03-05', minimum })
    const isPayable = paid !== null && paid % 100n === 0n && paid >= minimum && paid <= total
    expect(isPayable).toBe(paid !== null)
    expect(paid !== null || total < minimum).toBe(true)
  }
  fc.assert(fc.property(amount, amount, threshold, check), { numRuns: 300 })
})
