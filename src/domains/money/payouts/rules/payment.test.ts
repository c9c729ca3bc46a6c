import { expect, test } from 'vitest'
import { MINIMUM_PAYOUT, getMinimum } from './payment.ts'

test('a threshold counts when it is above the minimum of the network', () => {
  expect([0n, 999_999n, 1_000_001n].map(getMinimum)).toEqual([MINIMUM_PAYOUT, MINIMUM_PAYOUT, 1_000_001n])
})
