import { expect, test } from 'vitest'
import { MEASURE_NAMES, NO_FIGURES, computeMeasure } from './measures.ts'
import type { Measure } from './measures.ts'

/** Four orders of 50.00 from 200 clicks: one cancelled, two confirmed at 4.00 and 1.00 fee each, one undecided. */
const figures = {
  clicks: 200n,
  transactions: 3n,
  cancelledTransactions: 1n,
  orderValue: 1_500_000n,
  commission: 120_000n,
  confirmedTransactions: 2n,
  confirmedOrderValue: 1_000_000n,
  confirmedCommission: 80_000n,
  fee: 20_000n,
}

const EXPECTED: Record<Measure, bigint> = {
  click_count: 200n,
  total_transactions: 3n,
  order_value: 1_500_000n,
  commission: 120_000n,
  fee: 20_000n,
  cost: 140_000n,
  confirmed_transactions: 2n,
  cancelled_transactions: 1n,
  approval_rate: 666_666n,
  reversal_rate: 333_333n,
  conversion_rate: 15_000n,
  epc: 600n,
  average_order_value: 500_000n,
  roas: 107_142n,
  net_roas: 100_000n,
}

test.each(Object.entries(EXPECTED))('%s is %s', (measure, value) => {
  expect(computeMeasure(measure as Measure, figures)).toBe(value)
})

test('a quotient without a divisor is null, and a sum of nothing is zero', () => {
  const divided: Measure[] = [
    'approval_rate',
    'reversal_rate',
    'conversion_rate',
    'epc',
    'average_order_value',
    'roas',
    'net_roas',
  ]
  for (const measure of MEASURE_NAMES) {
    expect(computeMeasure(measure, NO_FIGURES)).toBe(divided.includes(measure) ? null : 0n)
  }
})
