import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDay } from '#kernel/days.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { decideTransaction } from '#domains/transactions/commands/decide-transactions.ts'
import { systemContext } from '#platform/server/context.ts'
import { branding } from '#test/support/accounts.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { savePayment } from '../commands/payment.ts'
import { getBalanceCall } from '../contract/payment.ts'
import { MINIMUM_PAYOUT, planNextPayment } from '../rules/payment.ts'
import { payoutRoutes } from './payment.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createTestServer(database.db, payoutRoutes)
})

afterAll(async () => {
  await server.close()
  await database.close()
})

test('shows a publisher its own pending and confirmed commission and the next payment', async () => {
  const fixtures = await createOrderFixtures(database.db)
  const ctx = systemContext(database.db, 'test')
  const transactions: Awaited<ReturnType<typeof recordPending>>[] = []
  for (let count = 0; count < 13; count++) transactions.push(await recordPending(ctx, fixtures))
  const today = toDay(new Date())
  const lastMonth = new Date(new Date(`${today.slice(0, 8)}01T00:00:00Z`).getTime() - 1)
  const decide = (at: Date, ids: typeof transactions) =>
    ids.map((each) => decideTransaction({ ...ctx, now: at }, { ...each, action: 'confirm' }))
  await Promise.all([
    ...decide(lastMonth, transactions.slice(0, 10)),
    ...decide(new Date(), transactions.slice(10, 12)),
  ])
  const { data } = (await server.get(getBalanceCall.path, { as: actor(fixtures.publisherId) })).json()
  const { day } = planNextPayment({ total: 1_200_000n, beforeMonth: 1_000_000n }, { today, minimum: MINIMUM_PAYOUT })
  expect(data).toEqual({
    currency: 'USD',
    pending: '10.0000',
    confirmed: '120.0000',
    next_payment: { day, amount: '100.0000', minimum: '100.0000' },
  })
  const other = (await server.get(getBalanceCall.path, { as: actor(fixtures.publisherId + 99n) })).json()
  expect(other.data).toMatchObject({ pending: '0.0000', confirmed: '0.0000', next_payment: { amount: null } })

  const { publisherId } = fixtures
  const settings = { publisherId, thresholdAmount: 5_000_000n, paypalEmail: '', billingEmail: '', branding }
  await savePayment(ctx, settings)
  const later = (await server.get(getBalanceCall.path, { as: actor(publisherId) })).json()
  expect(later.data.next_payment).toMatchObject({ amount: null, minimum: '500.0000' })
})

test('asks a visitor to log in', async () => {
  expect((await server.get(getBalanceCall.path)).statusCode).toBe(401)
})

function actor(publisherId: bigint): AccountActor {
  const account = { accountId: publisherId, email: 'publisher@example.com', displayName: 'Publisher' }
  return { kind: 'account', role: 'publisher', ...account, publisherId }
}
