import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_ORDER_AMOUNT, applyRate, floorToCents, formatAmount, parseAmount, parsePercent } from './money.ts'

const amount = fc.bigInt({ min: 0n, max: MAX_ORDER_AMOUNT * 1000n })
const signedAmount = fc.bigInt({ min: -MAX_ORDER_AMOUNT * 1000n, max: MAX_ORDER_AMOUNT * 1000n })
const ratePpm = fc.integer({ min: 0, max: 1_000_000 })
const decimals = fc.integer({ min: 0, max: 4 })

describe('parseAmount', () => {
  test.each([
    ['0', 0n],
    ['12', 120_000n],
    ['1083.29', 10_832_900n],
    ['0.0001', 1n],
    ['0007.5', 75_000n],
  ])('reads %s', (text, units) => expect(parseAmount(text)).toBe(units))

  test.each([
    '1,083.29',
    '1.083,29',
    '-5',
    '+5',
    '1e3',
    '',
    ' 1',
    '1.',
    '.5',
    '1.00001',
    '$5',
    '0x10',
    '١٢',
    '123456789012345',
  ])('does not guess at %j', (text) => expect(parseAmount(text)).toBeUndefined())

  test('reads what formatAmount writes with four decimals', () => {
    fc.assert(
      fc.property(amount, (units) => {
        expect(parseAmount(formatAmount(units))).toBe(units)
      }),
    )
  })

  test('reads an amount only from its digits, and loses none of them', () => {
    const text = fc.string({ unit: fc.constantFrom('.', '0', '1', '5', '9'), maxLength: 20 })
    const check = (typed: string) => {
      const units = parseAmount(typed)
      const isDecimal = /^\d{1,14}(\.\d{1,4})?$/.test(typed)
      const [whole = '', rest = ''] = typed.split('.')
      const expected = isDecimal ? `${BigInt(whole)}.${rest.padEnd(4, '0')}` : undefined
      expect(units === undefined ? undefined : formatAmount(units)).toBe(expected)
    }
    fc.assert(fc.property(text, check), { numRuns: 300 })
  })
})

describe('formatAmount', () => {
  test.each([
    [123_450n, 2, '12.35'],
    [123_449n, 2, '12.34'],
    [-123_450n, 2, '-12.35'],
    [-1n, 2, '0.00'],
    [1n, 4, '0.0001'],
    [15_000n, 0, '2'],
  ])('writes %s with %s decimals as %s', (units, places, text) => expect(formatAmount(units, places)).toBe(text))

  test('rounds by half a step at most, and the same on both sides of zero', () => {
    const check = (units: bigint, places: number) => {
      const text = formatAmount(units, places)
      const written = parseAmount(text.replace('-', '')) ?? -1n
      const magnitude = units < 0n ? -units : units
      const step = 10n ** BigInt(4 - places)
      const difference = written < magnitude ? magnitude - written : written - magnitude
      expect(difference * 2n <= step).toBe(true)
      expect(text.startsWith('-')).toBe(units < 0n && written > 0n)
      expect(formatAmount(-units, places).replace('-', '')).toBe(text.replace('-', ''))
    }
    fc.assert(fc.property(signedAmount, decimals, check), { numRuns: 300 })
  })
})

describe('percentages', () => {
  test('parses up to 100 with four decimals', () => {
    expect(parsePercent('7.5')).toBe(75_000)
    expect(parsePercent('100')).toBe(1_000_000)
    expect(parsePercent('100.0001')).toBeUndefined()
  })

  test('never rounds a commission up', () => {
    expect(applyRate(10_832_900n, 75_000)).toBe(812_467n)
    expect(applyRate(1n, 999_999)).toBe(0n)
  })

  test('a commission is the exact share, rounded down by less than one unit', () => {
    const check = (units: bigint, ppm: number) => {
      const lost = units * BigInt(ppm) - applyRate(units, ppm) * 1_000_000n
      expect(lost >= 0n && lost < 1_000_000n).toBe(true)
    }
    fc.assert(fc.property(amount, ratePpm, check), { numRuns: 300 })
  })

  test('the commissions of the parts of an order never exceed that of the whole', () => {
    const check = (parts: bigint[], ppm: number) => {
      const sum = (all: bigint[]) => all.reduce((total, each) => total + each, 0n)
      const lost = applyRate(sum(parts), ppm) - sum(parts.map((part) => applyRate(part, ppm)))
      expect(lost >= 0n && lost < BigInt(Math.max(parts.length, 1))).toBe(true)
    }
    fc.assert(fc.property(fc.array(amount), ratePpm, check), { numRuns: 300 })
  })
})

describe('floorToCents', () => {
  test('rounds down, also below zero', () => {
    expect(floorToCents(123_499n)).toBe(123_400n)
    expect(floorToCents(-1n)).toBe(-100n)
  })

  test('payouts and what stays in the balance are all that was earned', () => {
    const check = (earned: bigint[]) => {
      let [balance, paid, total] = [0n, 0n, 0n]
      for (const each of earned) {
        total += each
        balance += each
        const payout = floorToCents(balance)
        expect(payout % 100n).toBe(0n)
        paid += payout
        balance -= payout
        expect(balance >= 0n && balance < 100n).toBe(true)
      }
      expect(paid + balance).toBe(total)
    }
    fc.assert(fc.property(fc.array(signedAmount), check), { numRuns: 300 })
  })
})
