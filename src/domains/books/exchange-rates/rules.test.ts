import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { MAX_FOREIGN_AMOUNT } from '#kernel/money.ts'
import { MAX_RATE, exchange, formatRate, parseRate } from './rules.ts'

const amount = fc.bigInt({ min: 0n, max: MAX_FOREIGN_AMOUNT })
const rate = fc.bigInt({ min: 1n, max: MAX_RATE })

describe('parseRate', () => {
  test.each([
    ['1', 10_000_000_000n],
    ['1.0832', 10_832_000_000n],
    ['0.0000000001', 1n],
    ['1000', MAX_RATE],
  ])('reads %s', (text, units) => expect(parseRate(text)).toBe(units))

  test.each(['0', '0.0000000000', '1000.0000000001', '1.00000000001', '-1', '1,08', '.5', '1.', '1e3', '', ' 1', '١'])(
    'does not guess at %j',
    (text) => expect(parseRate(text)).toBeUndefined(),
  )

  test('reads what formatRate writes, which has at least four decimals', () => {
    fc.assert(
      fc.property(rate, (units) => {
        expect(parseRate(formatRate(units))).toBe(units)
        expect(formatRate(units)).toMatch(/^\d+\.\d{4,10}$/)
      }),
    )
  })
})

describe('exchange', () => {
  test.each([
    [10_000n, '1.0832', 10_832n],
    // 1 JPY at 0.0067 USD: 0.0067 USD.
    [10_000n, '0.0067', 67n],
    // Half a unit rounds away from zero, less than half towards it.
    [1n, '0.5', 1n],
    [1n, '0.4999999999', 0n],
    [-1n, '0.5', -1n],
    [3n, '0.5', 2n],
    [MAX_FOREIGN_AMOUNT, '1000', MAX_FOREIGN_AMOUNT * 1000n],
  ])('turns %d at %s into %d', (own, text, usd) => expect(exchange(own, parseRate(text) ?? 0n)).toBe(usd))

  test('is at most half a unit from the exact product, and has the same magnitude for both signs', () => {
    fc.assert(
      fc.property(amount, rate, (own, units) => {
        const rest = exchange(own, units) * 10_000_000_000n - own * units
        expect(rest > -5_000_000_000n && rest <= 5_000_000_000n).toBe(true)
        expect(exchange(-own, units)).toBe(-exchange(own, units))
      }),
    )
  })

  describe('in PostgreSQL', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await createTestDatabase()
    })
    afterAll(() => database.close())

    test('gives the same, as the check of the ledger computes it', async () => {
      const pairs = fc.sample(fc.tuple(amount, rate), 500)
      const { rows } = await sql<{ usd: bigint }>`
        SELECT round(own * rate)::bigint AS usd FROM unnest(
          ${pairs.map(([own]) => own)}::bigint[], ${pairs.map(([, units]) => formatRate(units))}::numeric(14, 10)[]
        ) WITH ORDINALITY AS given (own, rate, number) ORDER BY number`.execute(database.db)
      expect(rows.map(({ usd }) => usd)).toEqual(pairs.map(([own, units]) => exchange(own, units)))
    })
  })
})
