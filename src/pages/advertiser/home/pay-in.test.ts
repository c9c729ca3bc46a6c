import { describe, expect, test } from 'vitest'
import { sumMonth } from './pay-in.ts'

const toBudget = (cap: string | null, parts: object = {}) => ({
  publisher_id: null,
  period: 'month' as const,
  measure: 'commission' as const,
  in_force: { version: 1, cap, consequence: 'tell' as const, effective_from: '2026-11-01T00:00:00.000Z' },
  next: null,
  ...parts,
})

describe('what a budget allows in a month', () => {
  test.each([
    ['no budget', [], null],
    ['a cap of a month', [toBudget('900.0000')], '900.0000'],
    ['a cap of a day', [toBudget('20.0000', { period: 'day' })], '600.0000'],
    ['both, of which the lower counts', [toBudget('900.0000'), toBudget('20.0000', { period: 'day' })], '600.0000'],
    ['a cap of one publisher', [toBudget('900.0000', { publisher_id: 5 })], null],
    ['a cap of orders', [toBudget('900', { measure: 'orders' })], null],
    ['a budget that has ended', [toBudget(null)], null],
  ])('with %s', (_name, budgets, expected) => {
    expect(sumMonth(budgets)).toBe(expected)
  })
})
