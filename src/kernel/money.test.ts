import { describe, expect, test } from 'vitest'
import { floorToCents, formatAmount, parseAmount, parsePercent, applyRate } from './money.ts'

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
})

describe('formatAmount', () => {
  test.each([
    [123_450n, 2, '12.35'],
    [123_449n, 2, '12.34'],
    [-123_450n, 2, '-12.35'],
    [-1n, 2, '0.00'],
    [1n, 4, '0.0001'],
    [15_000n, 0, '2'],
  ])('writes %s with %s decimals as %s', (amount, decimals, text) => expect(formatAmount(amount, decimals)).toBe(text))
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
})

describe('floorToCents', () => {
  test('rounds down, also below zero', () => {
    expect(floorToCents(123_499n)).toBe(123_400n)
    expect(floorToCents(-1n)).toBe(-100n)
  })
})
