import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import type { Ctx } from '#platform/server/context.ts'
import { advanceStatusCounts } from './commands/count-statuses.ts'
import { decideDueOrders } from './commands/decide-due-orders.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { fillRates } from './commands/fill-rates.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { readPublisherPage } from './queries/publisher-page.ts'
import { summariseTransactions } from './queries/summarise-transactions.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { listWithoutRate } from './queries/without-rate.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let ctx: Ctx
let orders = 0

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  await recordRate(database.db, { currency: 'EUR', rate: '1.25' })
  await recordRate(database.db, { currency: 'GBP', rate: '1.4', daysAgo: 7 })
  await recordRate(database.db, { currency: 'GBP', rate: '1.3', daysAgo: 8 })
  await recordRate(database.db, { currency: 'CHF', rate: '1.1', daysAgo: 8 })
  await recordRate(database.db, { currency: 'KWD', rate: '3.25' })
  await recordRate(database.db, { currency: 'IRR', rate: '0.0000017' })
})

async function report(parameters: Record<string, string>) {
  const order = { token: fixtures.token, click_id: await fixtures.makeClick(), order_id: `order-${++orders}` }
  const postback = { channel: 'query' as const, parameters: { ...order, ...parameters }, isReadable: true }
  return receivePostback({ ...ctx, now: new Date() }, fixtures.source, postback)
}

/** Reports an order that is recorded. */
async function sell(parameters: Record<string, string>) {
  const outcome = await report(parameters)
  if (outcome.result !== 'recorded' || outcome.transactionId === null) throw new Error(`It is ${outcome.reason}`)
  return { publisherId: fixtures.publisherId, transactionId: outcome.transactionId }
}

const selectState = ({ transactionId }: { transactionId: string }) =>
  database.db.selectFrom('transactionState').where('transactionId', '=', transactionId)
const readState = (order: { transactionId: string }) =>
  selectState(order)
    .select(['status', 'currency', 'orderValue', 'commission', 'ownOrderValue', 'ownCommission', 'rateId', 'fee'])
    .executeTakeFirstOrThrow()
const readHold = (order: { transactionId: string }) =>
  selectState(order).select(['holdReason', 'sequence']).executeTakeFirstOrThrow()

const readOwn = ({ transactionId }: { transactionId: string }) =>
  database.db
    .selectFrom('transaction')
    .select(['orderValue', 'currency', 'commission', 'commissionCurrency'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()

const refuse = (code: string) => expect.objectContaining({ details: expect.objectContaining({ code }) })

describe('an order in another currency', () => {
  test('keeps its own amount, and counts in USD by the rate of its day', async () => {
    const order = await sell({ amount: '100.00', currency: 'eur' })
    const own = { orderValue: 1_000_000n, currency: 'EUR', commission: 100_000n, commissionCurrency: 'EUR' }
    expect(await readOwn(order)).toEqual(own)
    expect(await readState(order)).toMatchObject({ currency: 'EUR', orderValue: 1_250_000n, commission: 125_000n })
    expect(await readState(order)).toMatchObject({ ownOrderValue: 1_000_000n, ownCommission: 100_000n })
  })

  test('has a fixed commission in the currency of the terms', async () => {
    const order = await sell({ event: 'lead', amount: '40', currency: 'EUR' })
    expect(await readOwn(order)).toMatchObject({ currency: 'EUR', commission: 50_000n, commissionCurrency: 'USD' })
    expect(await readState(order)).toMatchObject({ orderValue: 500_000n, commission: 50_000n })
  })

  test('takes the latest rate of the seven days before, and none that is older', async () => {
    expect(await readState(await sell({ amount: '10', currency: 'GBP' }))).toMatchObject({ orderValue: 140_000n })
    expect(await readState(await sell({ amount: '10', currency: 'CHF' }))).toMatchObject({ orderValue: null })
  })

  test('may be in any currency of ISO 4217, with four decimals', async () => {
    expect(await readState(await sell({ amount: '1.2345', currency: 'KWD' }))).toMatchObject({ orderValue: 40_121n })
    const riyals = await sell({ amount: '500000000', currency: 'IRR' })
    expect(await readState(riyals)).toMatchObject({ orderValue: 8_500_000n, commission: 850_000n })
    expect(await report({ amount: '10', currency: 'XXX' })).toMatchObject({ reason: 'unsupported_currency' })
    expect(await report({ amount: '10', currency: 'DEM' })).toMatchObject({ reason: 'unsupported_currency' })
  })

  test('is taken for a mistake above ten million USD, or a hundred billion units without a rate', async () => {
    const reasons = [
      { amount: '8000000.01', currency: 'EUR' },
      { amount: '100000000000.01', currency: 'VND' },
      { amount: '10000000.01', currency: 'USD' },
    ].map(async (order) => (await report(order)).reason)
    expect(await Promise.all(reasons)).toEqual(['absurd_amount', 'absurd_amount', 'absurd_amount'])
    expect(await report({ amount: '8000000', currency: 'EUR' })).toMatchObject({ result: 'recorded', reason: null })
  })

  test('that is repeated in another currency is a duplicate with another amount', async () => {
    const order_id = `order-${++orders}`
    const click_id = await fixtures.makeClick()
    const results = []
    for (const currency of ['EUR', 'EUR', 'USD', '']) {
      results.push(await report({ order_id, click_id, amount: '10', currency }))
    }
    expect(results.map(({ reason }) => reason)).toEqual([null, null, 'amount_differs', null])
  })

  test('is confirmed and amended in USD by the rate that it has, whatever rates come later', async () => {
    const order = await sell({ amount: '33.33', currency: 'EUR' })
    const { rateId } = await readState(order)
    await recordRate(database.db, { currency: 'EUR', rate: '2' })
    await decideTransaction(ctx, { ...order, action: 'confirm' })
    await decideTransaction(ctx, { ...order, action: 'amend', orderValue: 111_111n })
    expect(await readState(order)).toEqual({
      status: 'CONFIRMED',
      currency: 'EUR',
      // 11.1111 EUR at 1.25 are 13.888875 USD; its commission of 1.1111 EUR is 1.388875 USD.
      orderValue: 138_889n,
      commission: 13_889n,
      ownOrderValue: 111_111n,
      ownCommission: 11_111n,
      rateId,
      fee: 0n,
    })
    const { rows } = await sql<{ currency: string; amount: bigint }>`
      SELECT p.currency, sum(CASE p.to_account WHEN 'publisher_confirmed' THEN p.amount ELSE -p.amount END)::bigint
        AS amount
      FROM entry AS e JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      WHERE e.source_id = ${order.transactionId} GROUP BY 1`.execute(database.db)
    expect(rows).toEqual([{ currency: 'USD', amount: 13_889n }])
    await recordRate(database.db, { currency: 'EUR', rate: '1.25' })
  })
})

test('the check of the ledger reads amendments of large amounts', async () => {
  const order = await sell({ amount: '90000000000', currency: 'IRR' })
  await decideTransaction(ctx, { ...order, action: 'amend', orderValue: 80_000_000_000n * 10_000n })
  expect(await verifyLedger(database.db)).toEqual([])
})

describe('an order without a rate', () => {
  test('is recorded and answered so, cannot be confirmed, and is not decided by the rule', async () => {
    expect(await report({ amount: '10', currency: 'JPY' })).toMatchObject({ result: 'recorded', reason: 'no_rate' })
    const order = await sell({ amount: '1000', currency: 'JPY' })
    await expect(decideTransaction(ctx, { ...order, action: 'confirm' })).rejects.toEqual(refuse('transaction.no_rate'))
    await decideDueOrders({ ...ctx, now: new Date(Date.now() + 60 * 86_400_000) })
    expect(await readState(order)).toMatchObject({
      status: 'PENDING',
      orderValue: null,
      commission: null,
      rateId: null,
    })
  })

  test('can be amended, held and cancelled', async () => {
    const order = await sell({ amount: '1000', currency: 'JPY' })
    await decideTransaction(ctx, { ...order, action: 'amend', orderValue: 5_000_000n })
    await decideTransaction(ctx, { ...order, action: 'hold', holdReason: 'NOT_SHIPPED' })
    await decideTransaction(ctx, { ...order, action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
    expect(await readState(order)).toMatchObject({ status: 'CANCELLED', orderValue: null, ownOrderValue: 5_000_000n })
  })

  test('counts without money, and with it once a rate comes, which changes no other order', async () => {
    const [first, second] = [
      await sell({ amount: '70', currency: 'SEK' }),
      await sell({ amount: '7', currency: 'SEK' }),
    ]
    await decideTransaction(ctx, { ...second, action: 'amend', orderValue: 30_000n })
    const before = await summarise()
    const others = await readOthers()
    await fillRates(ctx)
    expect(await readState(first)).toMatchObject({ orderValue: null })
    await recordRate(database.db, { currency: 'SEK', rate: '0.1', daysAgo: 3 })
    await recordRate(database.db, { currency: 'EUR', rate: '9' })
    await fillRates({ ...ctx, now: new Date() })
    await recordRate(database.db, { currency: 'SEK', rate: '0.2' })
    await fillRates({ ...ctx, now: new Date() })
    expect(await readState(first)).toMatchObject({ orderValue: 70_000n, commission: 7_000n, ownOrderValue: 700_000n })
    expect(await readState(second)).toMatchObject({ orderValue: 3_000n, commission: 300n })
    expect(await summarise()).toEqual({ count: before.count, value: before.value + 73_000n })
    expect(await readOthers()).toEqual(others)
    await decideTransaction(ctx, { ...first, action: 'confirm' })
    const { rows } = await sql<{ details: { count: number } }>`
      SELECT details FROM audit_line WHERE action = 'transaction.exchange'`.execute(database.db)
    expect(rows.map(({ details }) => details.count)).toEqual([2])
  })

  test('is found by a word, and sums to nothing', async () => {
    await sell({ order_id: 'yen-1', amount: '1000', currency: 'JPY' })
    const filter = { publisherId: fixtures.publisherId, keyword: 'yen-1' }
    const { summaries, rows } = await readPublisherPage(database.db, filter, { number: 1, size: 10 })
    expect(summaries).toEqual([{ status: 'PENDING', count: 1, orderValue: 0n, commission: 0n }])
    expect(rows).toMatchObject([{ orderRef: 'yen-1', orderValue: 10_000_000n }])
  })

  test('is held until it is amended if a rate makes it more than ten million USD', async () => {
    const [huge, other] = [
      await sell({ amount: '100000000000', currency: 'OMR' }),
      await sell({ amount: '4000000', currency: 'OMR' }),
    ]
    await recordRate(database.db, { currency: 'OMR', rate: '2.5' })
    await fillRates({ ...ctx, now: new Date() })
    expect(await readState(other)).toMatchObject({ orderValue: 100_000_000_000n })
    await fillRates({ ...ctx, now: new Date() })
    expect(await readState(huge)).toMatchObject({ orderValue: null, rateId: null, status: 'PENDING' })
    expect(await readHold(huge)).toEqual({ holdReason: 'ABOVE_BOUND', sequence: 1 })
    expect((await listWithoutRate(database.db)).filter(({ currency }) => currency === 'OMR')).toEqual([])
    await decideTransaction(ctx, { ...huge, action: 'amend', orderValue: 10_000n })
    await fillRates({ ...ctx, now: new Date() })
    expect(await readState(huge)).toMatchObject({ orderValue: 25_000n, commission: 2500n })
    expect(await readHold(huge)).toEqual({ holdReason: null, sequence: 3 })
  })

  test('is exchanged and listed though the values of those that wait are above a bigint', async () => {
    const [huge] = [await sell({ amount: '7', currency: 'VND' }), await sell({ amount: '7', currency: 'VND' })]
    const set = (value: bigint) =>
      sql`UPDATE transaction_state SET own_order_value = ${value} WHERE transaction_id = ${huge.transactionId}`.execute(
        database.ownerDb,
      )
    await set(2n ** 63n - 1n)
    await fillRates(ctx)
    expect(await listWithoutRate(database.db)).toContainEqual(
      expect.objectContaining({ currency: 'VND', count: 2, orderValue: 2n ** 63n + 69_999n }),
    )
    await set(70_000n)
  })

  async function summarise() {
    const all = await summariseTransactions(database.db, {})
    const pending = all.filter(({ status }) => status === 'PENDING')
    return { count: pending[0]?.count ?? 0, value: pending[0]?.orderValue ?? 0n }
  }

  const readOthers = () =>
    database.db
      .selectFrom('transactionState')
      .selectAll()
      .where('currency', '<>', 'SEK')
      .orderBy('transactionId')
      .execute()
})

describe('the checks', () => {
  const foreign = sql`transaction_id = (
    SELECT id FROM transaction WHERE currency = 'EUR' ORDER BY recorded_at, id LIMIT 1
  )`

  beforeAll(async () => {
    await advanceStatusCounts(database.db, new Date(Date.now() + 600_000))
  })

  test('find everything in order', async () => {
    expect(await verifyLedger(database.db)).toEqual([])
  })

  test.each([
    ['a changed value in USD', sql`UPDATE transaction_state SET order_value = order_value + 1 WHERE ${foreign}`],
    ['a changed commission in USD', sql`UPDATE transaction_state SET commission = commission + 1 WHERE ${foreign}`],
    ['a changed value of its own', sql`UPDATE transaction_state SET own_order_value = 7 WHERE ${foreign}`],
    ['a value that was removed', sql`UPDATE transaction_state SET order_value = NULL WHERE ${foreign}`],
    ['a changed rate', sql`UPDATE exchange_rate SET rate = rate + 0.01 WHERE currency = 'EUR'`],
    [
      'a rate of another currency',
      sql`
      UPDATE transaction_state SET rate_id = (SELECT max(id) FROM exchange_rate WHERE currency = 'KWD')
      WHERE ${foreign}`,
    ],
    ['a rate that is gone', sql`UPDATE transaction_state SET rate_id = 12345 WHERE ${foreign}`],
    ['a rate of a later day', sql`UPDATE exchange_rate SET day = day + 1 WHERE currency = 'KWD'`],
    ['a rate that is older than a week', sql`UPDATE exchange_rate SET day = day - 8 WHERE currency = 'KWD'`],
    [
      'a better rate that was there before the order',
      sql`UPDATE exchange_rate SET recorded_at = recorded_at - interval '1 hour'
        WHERE id = (SELECT max(id) FROM exchange_rate WHERE currency = 'SEK')`,
    ],
    [
      'a decision with another worth',
      sql`
      UPDATE transaction_decision SET order_value = order_value + 1 WHERE own_order_value IS NOT NULL`,
    ],
    [
      'a commission in another currency',
      sql`
      UPDATE transaction SET commission_currency = 'USD' WHERE currency = 'KWD'`,
    ],
  ])('find %s', async (_name, corruption) => {
    expect(await verifyCorrupted(database.ownerDb, [corruption], verifyLedger)).not.toEqual([])
  })
})
