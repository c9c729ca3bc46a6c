import { expect, test } from 'vitest'
import { fillRates } from '#domains/orders/transactions/commands/fill-rates.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { listChanges } from './queries/changes.ts'

const database = await openTestDatabase()

test('an order that waited for its exchange rate is listed as changed once it has one', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const ctx = testContext(database.db)
  const order = { token: fixtures.token, click_id: await fixtures.makeClick(), order_id: 'yen' }
  const parameters = { ...order, amount: '100', currency: 'JPY' }
  const at = new Date()
  await receivePostback({ ...ctx, now: at }, fixtures.source, { channel: 'query', parameters, isReadable: true })
  await recordRate(database.db, { currency: 'JPY', rate: '0.0067' })
  const filledAt = new Date(at.getTime() + 120_000)
  await fillRates({ ...ctx, now: filledAt })
  const filter = { reader: 'publisher' as const, publisherId: fixtures.publisherId }
  const changed = await listChanges(database.db, { ...filter, updatedSince: filledAt }, { limit: 10 })
  expect(changed.map(({ view }) => view)).toMatchObject([
    { order_id: 'yen', status: 'PENDING', usd_order_value: '0.6700' },
  ])
  expect((await listChanges(database.db, filter, { limit: 10 })).length).toBe(1)
})
