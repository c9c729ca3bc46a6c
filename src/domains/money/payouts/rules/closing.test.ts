import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOSING_FEE, canSettleSmall, foreseeClosing, getClosingFee } from './closing.ts'
import { divideDue, findExclusion } from './runs.ts'
import type { Payee } from './runs.ts'

const now = new Date('2026-11-30T00:10:00Z')
const closedLongAgo = new Date('2026-10-01T00:00:00Z')

/** Specification 2, section 9: a fee of $5.00 below the minimum of $100.00, and under $5 is retained. */
test.each([
  [-1n, 'nothing', 0n],
  [0n, 'nothing', 0n],
  [1n, 'retained', 0n],
  [49_999n, 'retained', 0n],
  [50_000n, 'retained', 0n],
  [50_099n, 'retained', 0n],
  [50_100n, 'less_fee', 100n],
  [123_456n, 'less_fee', 73_400n],
  [999_999n, 'less_fee', 949_900n],
  [1_000_000n, 'full', 1_000_000n],
  [12_345_678n, 'full', 12_345_600n],
] as const)('a balance of %d is %s, and a run pays %d', (due, outcome, paid) => {
  expect(foreseeClosing(due)).toBe(outcome)
  const isPaid = outcome === 'less_fee' || outcome === 'full'
  expect(isPaid ? divideDue(due, { isClosed: true }).amount : 0n).toBe(paid)
})

const payee: Payee = {
  publisherId: 1n,
  linesAmount: 200_000n,
  carriedAmount: 0n,
  hasOpenPayout: false,
  isConfirmed: true,
  taxFormState: 'verified',
  reviewStatus: 'approved',
  erasedAt: null,
  destination: { paypalEmail: 'me@example.com' },
  thresholdAmount: 5_000_000n,
  destinationChangedAt: null,
  heldAt: null,
  closedAt: closedLongAgo,
  hasOpenOrders: false,
}

test.each([
  ['is paid when its closing is final', {}, undefined],
  ['waits until its closing is final', { closedAt: new Date('2026-11-16T00:10:00.001Z') }, 'closing'],
  ['is paid 14 days after the closing', { closedAt: new Date('2026-11-16T00:10:00Z') }, undefined],
  ['waits for open orders', { hasOpenOrders: true }, 'closing'],
  ['is not paid when it is under the fee', { linesAmount: 50_099n }, 'closing'],
  [
    'is paid in full, whatever waits and whatever its own threshold',
    { linesAmount: 1_000_000n, hasOpenOrders: true },
    undefined,
  ],
  ['waits while it is on hold', { heldAt: closedLongAgo }, 'on_hold'],
  ['waits for its own threshold while it is open', { closedAt: null }, 'below_minimum'],
] as const)('the small balance of a closed account %s', (_name, facts, reason) => {
  const found = findExclusion({ ...payee, ...facts }, now)
  expect(found).toBe(reason)
})

test('divides any balance without creating or losing anything, and takes the fee only after closing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 50_100n, max: 10_000_000n }), fc.boolean(), (due, isClosed) => {
      const { amount, feeAmount, restAmount } = divideDue(due, { isClosed })
      expect(amount + feeAmount + restAmount).toBe(due)
      expect([amount > 0n, amount % 100n, restAmount < 100n]).toEqual([true, 0n, true])
      expect(feeAmount).toBe(isClosed && due < 1_000_000n ? CLOSING_FEE : 0n)
      expect(feeAmount).toBe(getClosingFee(due, isClosed))
    }),
    { numRuns: 300 },
  )
})

test('a closing becomes final to the millisecond', () => {
  const closedAt = new Date('2028-02-15T10:00:00.000Z')
  const settle = (at: string) => canSettleSmall({ closedAt, hasOpenOrders: false }, new Date(at))
  expect(settle('2028-02-29T09:59:59.999Z')).toBe(false)
  expect(settle('2028-02-29T10:00:00.000Z')).toBe(true)
})
