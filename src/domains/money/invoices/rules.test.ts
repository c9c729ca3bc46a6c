import { describe, expect, test } from 'vitest'
import { divideInvoice, getDueDay, getInvoiceMonth } from './rules.ts'

describe('the month that can be invoiced', () => {
  test.each([
    ['2028-03-01T00:09:59Z', '2028-01-01'],
    ['2028-03-01T00:10:00Z', '2028-02-01'],
    ['2028-03-31T23:59:59Z', '2028-02-01'],
    ['2028-01-01T00:10:00Z', '2027-12-01'],
  ])('at %s is %s', (now, month) => {
    const found = getInvoiceMonth(new Date(now))
    expect(found.month).toBe(month)
    expect(found.until.toISOString().slice(8)).toBe('01T00:00:00.000Z')
  })

  test('is payable for 14 days', () => {
    expect(getDueDay(new Date('2028-03-01T00:15:00Z'))).toBe('2028-03-15')
  })
})

test.each([
  ['whole cents', { lines: 123_400n, carried: 0n }, { amount: 123_400n, rest: 0n }],
  ['a rest', { lines: 123_456n, carried: 0n }, { amount: 123_400n, rest: 56n }],
  ['a rest that makes a cent', { lines: 123_456n, carried: 50n }, { amount: 123_500n, rest: 6n }],
  ['corrections', { lines: -123_456n, carried: 50n }, { amount: -123_500n, rest: 94n }],
])('divides %s into cents and a rest below one', (_name, given, expected) => {
  expect(divideInvoice(given)).toEqual(expected)
})
