import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import { addMonths } from '#platform/server/schema/partitions.ts'
import { testContext } from '#test/support/context.ts'
import { awaitLockWaits } from '#test/support/lock-waits.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { expectWithin, stopDate } from '#test/support/timing.ts'
import {
  ensureParameterPartitions,
  removeOldParameters,
} from '#domains/orders/transactions/commands/postback-parameters.ts'
import { listPostbacks } from './queries/list-postbacks.ts'
import { viewPostback } from './views.ts'
import { getTransactionTimeline } from '#domains/orders/transactions/queries/transaction-timeline.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'

const { database, nextOrder, shop, fixtures, findTransaction, close } = await openPostbackFixtures()
const { db, ownerDb } = database

afterAll(close)

/** Runs the job as it runs in a month, counted from the present one. */
const removeIn = (monthsAhead: number) =>
  removeOldParameters(testContext(ownerDb, 'postback-parameters-clean-up', addMonths(new Date(), monthsAhead)), {
    months: 2,
  })

async function listPartitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'postback_parameters'::regclass ORDER BY 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('old months of parameters go at once, and the postbacks, their answers and the ledger stay', async () => {
  stopDate()
  const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
  await shop.send({ order_id, click_id, amount: '10', customer: 'Ada' })
  await shop.send({ order_id, click_id, amount: '10' })
  await shop.send({ order_id, click_id, amount: '-1' })
  await ensureParameterPartitions(ownerDb, { from: new Date(), months: 2 })
  expect(await listPartitions()).toHaveLength(3)
  const read = async () => {
    const { advertiserId } = fixtures
    const { postbacks } = await listPostbacks(db, { advertiserId }, { number: 1, size: 50 })
    return postbacks.map((row) => viewPostback(row, { locale: 'en', credited: new Map() }))
  }
  expect((await read()).at(-1)?.parameters).toEqual({ order_id, click_id, amount: '10', customer: 'Ada' })
  await removeIn(2)
  expect((await read()).map(({ parameters }) => parameters?.['order_id'])).toEqual([order_id, order_id, order_id])
  await removeIn(3)
  expect(await listPartitions()).toHaveLength(2)
  const facts = { parameters: null, order_id, amount: '10.0000' }
  expect(await read()).toMatchObject([
    { result: 'rejected', parameters: null, order_id: null },
    { ...facts, result: 'duplicate' },
    { ...facts, result: 'recorded' },
  ])
  const { id: transactionId, publisherId } = (await findTransaction(order_id)) ?? { id: '', publisherId: 0n }
  const timeline = await getTransactionTimeline(db, { publisherId, transactionId })
  expect([timeline.postbacks.length, timeline.unrecorded.length]).toEqual([2, 1])
  expect(listLines(await verifyLedger(db))).toEqual([])
})

test('parameters without a partition of their own are removed too, and test orders', async () => {
  stopDate()
  await sql`INSERT INTO postback_parameters VALUES (1, gen_random_uuid(), '2020-01-31Z', '{}')`.execute(db)
  await sql`INSERT INTO test_order (advertiser_id, id, received_at, channel, parameters, reason)
    VALUES (${fixtures.advertiserId}, gen_random_uuid(), '2020-01-31Z', 'query', '{}', 'test')`.execute(db)
  await shop.send({ order_id: nextOrder(), click_id: await fixtures.makeClick(), amount: '10' })
  await removeIn(0)
  const { rows } = await sql<{ at: Date }>`SELECT min(received_at) AS at FROM postback_parameters`.execute(db)
  expect(rows[0]?.at).toEqual(new Date())
  expect(await db.selectFrom('testOrder').selectAll().execute()).toEqual([])
})

test('a reader that stays open delays the removal and holds up no order for long', async () => {
  stopDate()
  await ensureParameterPartitions(ownerDb, { from: new Date(), months: 1 })
  const longest = await db.transaction().execute(async (reader) => {
    await sql`SELECT FROM postback_parameters LIMIT 1`.execute(reader)
    const removal = removeIn(3)
    const waits: number[] = []
    // Each order comes while the removal waits for the reader, which is open until all orders are answered.
    for (let count = 0; count < 5; count++) {
      const parameters = { order_id: nextOrder(), click_id: await fixtures.makeClick(), amount: '10' }
      await awaitLockWaits(database, 1)
      const startedAt = performance.now()
      expect(await shop.send(parameters)).toMatchObject({ result: 'recorded' })
      waits.push(performance.now() - startedAt)
    }
    return { waits, removal }
  })
  await longest.removal
  expectWithin(Math.max(...longest.waits), 2000)
  expect(await listPartitions()).toEqual([
    expect.stringMatching(/^postback_parameters_(?!default)/),
    'postback_parameters_default',
  ])
})
