import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillRates } from '#domains/orders/transactions/commands/fill-rates.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { HOUR_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { advanceSubIds } from './commands/count-sub-ids.ts'
import { verifyRollups } from './queries/verify-rollups.ts'

const database = await openTestDatabase()

const after = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

/** Brings the roll-ups to a time, and answers what the check finds and what they sum. */
async function advance(hours: number) {
  await advanceRollups(database.db, after(hours))
  await advanceSubIds(database.db, after(hours))
  const { rows } = await sql`
    SELECT sum(transactions)::int AS transactions, sum(order_value)::int AS value, sum(commission)::int AS commission
    FROM rollup_day`.execute(database.db)
  return { found: await verifyRollups(database.db, { figures: 'all', isComplete: true }), sums: rows[0] }
}

test('the check of the roll-ups counts an order without its money until its exchange rate comes', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const order = { click_id: await fixtures.makeClick({ agoMs: 2 * HOUR_MS }), order_id: 'yen', currency: 'JPY' }
  const parameters = { token: fixtures.token, amount: '1000', ...order }
  const ctx = testContext(database.db)
  await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
  expect(await advance(1)).toEqual({ found: [], sums: { transactions: 1, value: 0, commission: 0 } })

  await recordRate(database.db, { currency: 'JPY', rate: '0.01' })
  await fillRates({ ...ctx, now: after(2) })
  expect((await verifyRollups(database.db, { figures: 'money', isComplete: true })).length).toBeGreaterThan(0)
  expect(await advance(3)).toEqual({ found: [], sums: { transactions: 1, value: 100_000, commission: 10_000 } })

  const lost = sql`UPDATE transaction_state SET order_value = NULL, commission = NULL, rate_id = NULL`
  const lines = await verifyCorrupted(database.ownerDb, [lost], (tx) => verifyRollups(tx, { figures: 'money' }))
  expect(lines.join('\n')).toMatch(/expected .*order_value 0.* found .*order_value 100000/)
})
