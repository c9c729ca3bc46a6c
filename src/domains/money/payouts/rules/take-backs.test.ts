import { expect, test } from 'vitest'
import { planRun } from './schedule.ts'
import { findTakeBacks, sumOpenCommission } from './take-backs.ts'
import type { LinePayout, OrderLine } from './take-backs.ts'

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const nextRun = planRun('2026-10-01')
const paid = (id: string, statementNumber: number, month: string): LinePayout => ({
  id,
  status: 'paid',
  run: planRun(month),
  settledAt: at('2026-10-31'),
  statementNumber,
})
const open = (amount: bigint, day = '2026-11-02'): OrderLine => ({
  amount,
  payableAt: at(day),
  payoutId: null,
  payout: null,
})
const inPayout = (amount: bigint, payout: LinePayout): OrderLine => ({
  ...open(amount),
  payoutId: payout.id,
  payout,
})
const first = paid('first', 1, '2026-08-01')
const second = paid('second', 2, '2026-09-01')
const approved: LinePayout = { ...second, status: 'exported', settledAt: null, statementNumber: null }
const draft: LinePayout = { ...approved, status: 'draft' }
const found = (lines: OrderLine[]) => {
  const { payments, takeBacks } = findTakeBacks(lines, nextRun)
  return [
    ...payments.map(({ statementNumber, amount }) => `paid ${amount} by ${statementNumber}`),
    ...takeBacks.map(
      ({ amount, payoutId, statementNumber, run }) =>
        `back ${amount} in ${payoutId} ${statementNumber} ${run?.month ?? 'never'}`,
    ),
  ]
}

test.each<[string, OrderLine[], string[]]>([
  ['an order that is payable', [open(9n)], []],
  ['a paid order', [inPayout(9n, first)], ['paid 9 by 1']],
  ['an order amended before its payment', [open(9n), open(-4n)], []],
  ['a paid order that was amended before its payment', [inPayout(9n, first), inPayout(-4n, first)], ['paid 5 by 1']],
  ['an order of a payment that came back', [open(9n), open(-9n)], []],
  [
    'a paid order that was amended and then cancelled',
    [inPayout(9n, first), open(-4n), open(-5n)],
    ['paid 9 by 1', 'back 4 in null null 2026-10-01', 'back 5 in null null 2026-10-01'],
  ],
  [
    'a paid order taken back in a draft',
    [inPayout(9n, first), inPayout(-9n, draft)],
    ['paid 9 by 1', 'back 9 in null null 2026-09-01'],
  ],
  [
    'a paid order taken back in an exported payout',
    [inPayout(9n, first), inPayout(-9n, approved)],
    ['paid 9 by 1', 'back 9 in second null 2026-09-01'],
  ],
  [
    'a paid order taken back by a statement, and confirmed again',
    [inPayout(9n, first), inPayout(-9n, second), open(9n)],
    ['paid 9 by 1', 'back 9 in second 2 2026-09-01'],
  ],
  [
    'a paid order taken back from a lapsed balance',
    [inPayout(9n, first), { ...open(-9n), payoutId: 'lapse' }],
    ['paid 9 by 1', 'back 9 in null null never'],
  ],
])('%s', (_name, lines, expected) => {
  expect(found(lines)).toEqual(expected)
})

test.each<[string, bigint, OrderLine[], bigint]>([
  ['of an order that is payable', 9n, [open(9n)], 9n],
  ['of an order in a draft', 9n, [inPayout(9n, draft)], 9n],
  ['of a paid order', 9n, [inPayout(9n, first)], 0n],
  ['of a paid order whose value was raised', 9n, [inPayout(4n, first)], 5n],
  ['of a paid order whose value was lowered', 4n, [inPayout(9n, first), open(-5n)], 0n],
])('the open commission %s', (...[, commission, lines, expected]) => {
  expect(sumOpenCommission(commission, lines)).toBe(expected)
})
