import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { sayHowToPay } from '#test/support/payment-instructions.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { useFunds } from './commands/use-funds.ts'
import { listFundsMonths } from './queries/billing.ts'
import { readFunding } from './queries/funding.ts'
import { fundingRoutes } from './routes.ts'

const USD = 10_000n
const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

beforeAll(async () => {
  server = await createTestServer(database.db, fundingRoutes())
  operator = await makeAccount(ctx(), 'operator')
})

afterAll(() => server.close())

const ctx = () => testContext(database.db)

/** An advertiser with a confirmed order of 10.00, to which an operator sends requests. */
async function createAdvertiser() {
  const fixtures = await createOrderFixtures(database.db)
  const ids = await recordPending(ctx(), fixtures)
  await decideTransaction(ctx(), { ...ids, action: 'confirm' })
  const { advertiserId } = fixtures
  const send = (name: string, json: object) =>
    server.post(`/api/v1/operator/advertisers/${advertiserId}/${name}`, { as: operator, json })
  return {
    advertiserId,
    ids,
    send,
    pay: (amount: string, reference = 'SEPA 1') => send('deposits', { amount, moved_on: toDay(new Date()), reference }),
  }
}

test('changes nothing when the cover that follows fails, and records the same payment later', async () => {
  const { advertiserId, ids, send, pay } = await createAdvertiser()
  await sql`INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    VALUES (${ids.publisherId}, ${ids.transactionId}, 'cover', 'cover', ${ids.transactionId}, 1, now())`.execute(
    database.ownerDb,
  )
  expect((await pay('50.00')).statusCode).toBe(500)
  expect((await send('billing', { mode: 'postpaid', credit_limit: '50.00' })).statusCode).toBe(500)
  const unchanged = { funds: 0n, creditLimit: 0n, mode: 'prepaid' }
  expect(await readFunding(database.db, { advertiserId })).toMatchObject(unchanged)
  await sql`DELETE FROM entry WHERE id = ${ids.transactionId}`.execute(database.ownerDb)
  expect((await pay('50.00')).json()).toMatchObject({ success: true, covered_orders: 1 })
  expect(await readFunding(database.db, { advertiserId })).toMatchObject({ funds: 40n * USD, owed: 0n })
})

test('says what a wrong amount and a wrong limit may be, and what can be paid back', async () => {
  const { send, pay } = await createAdvertiser()
  expect((await pay('1,5')).body).toContain('Please enter an amount above zero')
  const limit = (text: string) => send('billing', { mode: 'postpaid', credit_limit: text })
  expect((await limit('1,5')).body).toContain('Please enter an amount of at least 0')
  expect((await limit('100000000.01')).body).toContain('Please enter an amount of at least 0')
  await pay('10.0051')
  const refund = await send('refunds', { amount: '0.01', moved_on: toDay(new Date()), reference: 'back' })
  expect(refund.body).toContain('0.0051 USD')
})

test('counts an order once in a month, however often funds covered it', async () => {
  const { advertiserId, ids, pay } = await createAdvertiser()
  await pay('50.00')
  await decideTransaction(ctx(), { ...ids, action: 'reopen' })
  await decideTransaction(ctx(), { ...ids, action: 'confirm' })
  expect(await useFunds(ctx(), { advertiserId })).toBe(1)
  expect(await listFundsMonths(database.db, { advertiserId })).toMatchObject([{ orders: 1, commission: 10n * USD }])
})

test('shows one level in the billing, in the list and at home: low until the smallest sum is missing', async () => {
  const { advertiserId } = await createAdvertiser()
  const owner = { ...(await makeAccount(ctx(), 'advertiser')), advertiserId }
  const own = async (path: string) => (await server.get(path, { as: owner })).json().data.ladder.level
  const readLevels = async () => {
    const list = await server.get('/api/v1/operator/money/advertisers', { as: operator })
    const rows: { advertiser_id: number; ladder: { level: string } }[] = list.json().data.advertisers
    const row = rows.find(({ advertiser_id: id }) => id === Number(advertiserId))
    return [row?.ladder.level, await own('/api/v1/brand/billing'), await own('/api/v1/brand/funds')]
  }
  expect(await readLevels()).toEqual(['low', 'low', 'low'])
  await sayHowToPay(ctx(), 10n * USD + 1n)
  expect(await readLevels()).toEqual(['low', 'low', 'low'])
  await sayHowToPay(ctx(), 10n * USD)
  expect(await readLevels()).toEqual(['used_up', 'used_up', 'used_up'])
})
