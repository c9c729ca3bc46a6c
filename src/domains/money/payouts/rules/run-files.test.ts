import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readReportLine } from './paypal-report.ts'
import { listRunFiles, readPaypalId, toPaypalId } from './run-files.ts'

test.each([
  [{ paypal: 0, bank: 0 }, true, ['payouts.csv 0']],
  [{ paypal: 5000, bank: 1 }, true, ['paypal-1.csv 5000', 'bank-1.xml 1', 'payouts.csv 5001']],
  [{ paypal: 5001, bank: 3 }, false, ['paypal-1.csv 5000', 'paypal-2.csv 1', 'payouts.csv 5004']],
])('divides the payouts %j into files', (counts, hasBankAccount, files) => {
  expect(listRunFiles(counts, hasBankAccount).map(({ name, payouts }) => `${name} ${payouts}`)).toEqual(files)
})

test('writes the id of a payout in the 30 characters that PayPal keeps, and reads it again', () => {
  const ids = [randomUUID(), '00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  for (const id of ids) {
    expect(toPaypalId(id)).toMatch(/^[a-z0-9]{1,25}$/)
    expect(readPaypalId(toPaypalId(id))).toBe(id)
  }
  for (const text of ['', 'A', '-1', 'z'.repeat(25), 'a'.repeat(26)]) expect(readPaypalId(text)).toBeUndefined()
})

describe("PayPal's report", () => {
  const id = randomUUID()
  const names = ['amount', 'status', 'reference', 'day', 'reason']
  const read = (...cells: string[]) =>
    readReportLine({ id: toPaypalId(id), ...Object.fromEntries(cells.map((cell, index) => [names[index], cell])) })

  test.each([
    [['100.00', 'Completed', '8XY', '2026-10-06'], { status: 'paid', reference: '8XY', day: '2026-10-06', reason: '' }],
    [['-1,100.00', 'SUCCESS'], { status: 'paid', reference: 'PayPal', day: null, amount: 11_000_000n }],
    [['100.00', 'Failed', '8XY', '', 'no account'], { status: 'failed', reference: '', reason: 'no account' }],
    [['100.00', 'Returned'], { status: 'returned', reason: 'Returned' }],
  ])('settles by %j', (cells, expected) => {
    expect(read(...cells)).toMatchObject({ payoutId: id, ...expected })
  })

  test('waits for an answer, and refuses what names no payout', () => {
    expect(read('100.00', 'Unclaimed')).toBe('waiting')
    const error = { code: 'run.report_line' }
    expect(read('many', 'Completed')).toEqual({ error })
    expect(readReportLine({ id: '?', amount: '1.00', status: 'Completed' })).toEqual({ error })
  })
})
