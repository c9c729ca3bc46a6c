import { describe, expect, test } from 'vitest'
import { readCellAmount, readCellDay, readCellNumber } from './cells.ts'

test.each([
  ['1083.29', '1083.29'],
  ['1083,29', '1083.29'],
  ['180,70', '180.70'],
  ['1,083.29', '1083.29'],
  ['1.083,29', '1083.29'],
  ['1 083,29', '1083.29'],
  ["1'083.290", '1083.290'],
  ['1.080.000', '1080000'],
  ['1.080,500', '1080.500'],
  ['1080,500', '1080.500'],
  ['0,080', '0.080'],
  ['1.0800', '1.0800'],
  ['007', '007'],
])('the number %s is %s', (text, number) => expect(readCellNumber(text)).toBe(number))

test.each(['1.080', '1,080', '8.000', '999,999'])('the number %s can be two', (text) =>
  expect(readCellNumber(text)).toEqual({ grouped: text.replace(/\D/, ''), decimal: text.replace(',', '.') }),
)

test.each(['', '-1', '1,', ',5', '1.0.8', '1,08.5', '1.08.500', '1,080,5', '1.080,00,00', '12 34', '1e3', '$5', '٣'])(
  '%j is no number',
  (text) => expect(readCellNumber(text)).toBeUndefined(),
)

test('a long text costs no time', () => {
  expect(readCellNumber(`1${'.000'.repeat(20_000)}x`)).toBeUndefined()
})

describe('an amount', () => {
  test.each([
    ['1.560,00', 'USD', 15_600_000n],
    ['12,50', 'USD', 125_000n],
    ['100.0000', 'JPY', 1_000_000n],
    ['1.00000', 'USD', 10_000n],
    ['1.234', 'KWD', 12_340n],
    ['1.2345', undefined, 12_345n],
  ])('%s %s is read', (text, currency, amount) => expect(readCellAmount(text, currency)).toEqual({ amount }))

  test.each([
    ['1.080', 'USD', '1080.00', '1.08'],
    ['8.000', undefined, '8000.00', '8.00'],
    ['15,000', 'JPY', '15000.00', '15.00'],
    ['1,234', 'KWD', '1234.00', '1.2340'],
  ])('%s %s can be %s or %s', (...[found, currency, one, other]) =>
    expect(readCellAmount(found, currency)).toEqual({
      error: { code: 'cell.ambiguous_amount', params: { found, one, other } },
    }),
  )

  test.each([
    ['1234.5', 'JPY', 0],
    ['1.2345', 'KWD', 3],
    ['1083,2905', 'USD', 2],
  ])('%s has more decimals than %s', (found, currency, digits) =>
    expect(readCellAmount(found, currency)).toEqual({
      error: { code: 'cell.decimals', params: { found, currency, digits } },
    }),
  )

  test.each(['', '-5', '1.23456', '123456789012345'])('%j is refused', (text) =>
    expect(readCellAmount(text, 'USD')).toEqual({ error: { code: 'cell.amount' } }),
  )
})

describe('a day', () => {
  test.each([
    ['2026-11-28', '2026-11-28'],
    ['2026/1/5', '2026-01-05'],
    ['28.11.2026', '2026-11-28'],
    ['3.4.26', '2026-04-03'],
    ['28/11/2026', '2026-11-28'],
    ['11/28/2026', '2026-11-28'],
    ['05/05/2026', '2026-05-05'],
    ['2026-11-28T10:00:00Z', '2026-11-28'],
    ['28.11.2026 10:22:17', '2026-11-28'],
  ])('%s is %s', (text, day) => expect(readCellDay(text)).toEqual({ day }))

  test('that can be two is named', () => {
    const params = { found: '04/03/2026', one: '2026-03-04', other: '2026-04-03' }
    expect(readCellDay('04/03/2026')).toEqual({ error: { code: 'cell.ambiguous_day', params } })
  })

  test.each(['', '2026-02-30', '31.02.2026', '26-11-28', '28/11/26', '2026-11/28', 'today', '28 November 2026'])(
    '%j is none',
    (text) => expect(readCellDay(text)).toEqual({ error: { code: 'cell.day' } }),
  )
})
