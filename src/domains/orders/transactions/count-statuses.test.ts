import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { advanceStatusCounts } from './commands/count-statuses.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { listHistories } from './queries/histories.ts'
import { sumDueOrders } from './queries/sum-due-orders.ts'
import { summariseTransactions } from './queries/summarise-transactions.ts'
import type { TransactionFilter } from './queries/transaction-filter.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
const transactions: { publisherId: bigint; transactionId: string }[] = []

const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS)
const at = (days: number, minutes = 0) => new Date(start.getTime() + days * DAY_MS + minutes * 60_000)

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  for (let index = 0; index < 12; index++) await record(at(index / 2, index))
})

const contextAt = (now: Date): Ctx => ({ ...testContext(database.db), now })

async function record(now: Date): Promise<void> {
  const click_id = await fixtures.makeClick({ agoMs: Date.now() - now.getTime() + 60_000 })
  const order_id = `c-${transactions.length}`
  const parameters = { token: fixtures.token, click_id, order_id, amount: `${10 + transactions.length}` }
  const postback = { channel: 'query' as const, parameters, isReadable: true }
  const outcome = await receivePostback(contextAt(now), fixtures.source, postback)
  if (outcome.result !== 'recorded' || !outcome.transactionId) throw new Error(JSON.stringify(outcome))
  transactions.push({ publisherId: fixtures.publisherId, transactionId: outcome.transactionId })
}

async function decide(index: number, status: 'CONFIRMED' | 'CANCELLED', now: Date): Promise<void> {
  const one = transactions[index]
  if (!one) throw new Error('no such transaction')
  const reasonCode = status === 'CANCELLED' ? ('FRAUD' as const) : undefined
  const action = status === 'CANCELLED' ? ('cancel' as const) : ('confirm' as const)
  await decideTransaction(contextAt(now), { ...one, action, reasonCode, note: 'stolen card' })
}

/** Compares the roll-ups with a count row by row, for every filter that they can answer. */
async function expectSums(): Promise<void> {
  const filters: TransactionFilter[] = [
    {},
    { status: 'PENDING' },
    { advertiserId: fixtures.advertiserId },
    { advertiserId: fixtures.otherAdvertiser.advertiserId },
    { from: at(1), until: at(4) },
    { from: at(5), advertiserId: fixtures.advertiserId, status: 'CONFIRMED' },
    { until: at(2) },
    { publisherId: fixtures.publisherId },
    { publisherId: fixtures.publisherId, status: 'PENDING' },
    { publisherId: fixtures.publisherId, from: at(1), until: at(4), status: 'CONFIRMED' },
    { publisherId: 0n },
  ]
  for (const filter of filters) {
    // The reference of each order has this keyword. A filter with a keyword is counted row by row.
    const counted = await summariseTransactions(database.db, { ...filter, keyword: 'c-' })
    const summed = await summariseTransactions(database.db, filter)
    const byStatus = (one: { status: string }, other: { status: string }) => one.status.localeCompare(other.status)
    expect(summed.toSorted(byStatus)).toEqual(counted.toSorted(byStatus))
  }
  await expectHistories()
}

const countOf = (status: string) => sql<number>`(count(*) FILTER (WHERE status = ${sql.lit(status)}))::int`

/** Compares the histories of publishers with a count of the states. */
async function expectHistories(): Promise<void> {
  const { advertiserId, publisherId, otherAdvertiser } = fixtures
  for (const since of [at(-90), at(2), at(4)].map(toDay)) {
    const isMade = sql<boolean>`(transaction_at AT TIME ZONE 'UTC')::date >= ${since}`
    const rows = await database.db
      .selectFrom('transactionState')
      .select(['publisherId', countOf('PENDING').as('pending')])
      .select([countOf('CONFIRMED').as('confirmed'), countOf('CANCELLED').as('cancelled')])
      .where('advertiserId', '=', advertiserId)
      .where(isMade)
      .groupBy('publisherId')
      .execute()
    expect(rows.length).toBe(1)
    const asked = { publisherIds: [publisherId, publisherId, 0n], since }
    expect([...(await listHistories(database.db, { advertiserId, ...asked })).values()]).toEqual(rows)
    expect((await listHistories(database.db, { ...otherAdvertiser, ...asked })).size).toBe(0)
  }
}

/** Lists the counts. The one advertiser and the one publisher of all transactions have the same. */
async function listRollupRows() {
  const select = (table: 'rollupStatus' | 'rollupPublisherStatus') =>
    database.db.selectFrom(table).select(['day', 'status', 'transactions']).orderBy('day').orderBy('status').execute()
  const ofAdvertiser = await select('rollupStatus')
  expect(await select('rollupPublisherStatus')).toEqual(ofAdvertiser)
  return ofAdvertiser
}

test('figures are counted row by row before the first count', async () => {
  await expectSums()
  expect(await listRollupRows()).toEqual([])
})

test('a count contains every day, and later changes show at once', async () => {
  await advanceStatusCounts(database.db, at(10))
  expect(await listRollupRows()).toHaveLength(6)
  await expectSums()
  await decide(0, 'CONFIRMED', at(10, 1))
  await record(at(10, 2))
  await expectSums()
  expect(await listRollupRows()).toHaveLength(6)
})

test('the next count follows after a minute and removes a status without transactions', async () => {
  await advanceStatusCounts(database.db, at(10, 0.5))
  expect(await listRollupRows()).toHaveLength(6)
  await decide(1, 'CANCELLED', at(10, 3))
  await advanceStatusCounts(database.db, at(10, 4))
  const first = (await listRollupRows()).filter(({ day }) => day === start.toISOString().slice(0, 10))
  expect(first).toMatchObject([
    { status: 'CONFIRMED', transactions: 1n },
    { status: 'CANCELLED', transactions: 1n },
  ])
  await expectSums()
})

test('orders are counted by what they say of themselves, by site and by click day', async () => {
  const { rows } = await sql<{ dimension: string; value: string; count: number; cancelled: number }>`
    SELECT dimension, value, sum(transactions)::int AS count, sum(cancelled_transactions)::int AS cancelled
    FROM rollup_order WHERE dimension <> 'click_day' GROUP BY 1, 2 ORDER BY 1, 2`.execute(database.db)
  expect(rows).toEqual([
    { dimension: 'country', value: 'GB', count: 12, cancelled: 1 },
    { dimension: 'coupon', value: '', count: 12, cancelled: 1 },
    { dimension: 'customer', value: '', count: 12, cancelled: 1 },
    { dimension: 'device', value: 'mobile', count: 12, cancelled: 1 },
    { dimension: 'event', value: 'sale', count: 12, cancelled: 1 },
    { dimension: 'promotion', value: '', count: 12, cancelled: 1 },
    { dimension: 'rule', value: `${fixtures.termsId}:0`, count: 12, cancelled: 1 },
    { dimension: 'site', value: `${fixtures.publisherId}:${fixtures.siteId}`, count: 12, cancelled: 1 },
  ])
  const clickDays = (table: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
    sql`SELECT ${day} AS day, count(*)::int AS count FROM ${table} GROUP BY 1 ORDER BY 1`.execute(database.db)
  const counted = sql`(
    SELECT * FROM rollup_order, generate_series(1, transactions + cancelled_transactions)
    WHERE dimension = 'click_day'
  ) AS counted`
  const orders = await clickDays(sql`transaction`, sql`(clicked_at AT TIME ZONE 'UTC')::date::text`)
  expect((await clickDays(counted, sql`value`)).rows).toEqual(orders.rows)
})

test('an unchanged row is not written again, and concurrent processes count once', async () => {
  const versions = () =>
    sql`
      (SELECT xmin::text FROM rollup_status ORDER BY day, status)
      UNION ALL (SELECT xmin::text FROM rollup_publisher_status ORDER BY day, status)`.execute(database.db)
  const before = (await versions()).rows
  await Promise.all([advanceStatusCounts(database.db, at(10, 6)), advanceStatusCounts(database.db, at(10, 6))])
  expect((await versions()).rows).toEqual(before)
  await expectSums()
})

test('the next count finds states that were committed late', async () => {
  await decide(2, 'CONFIRMED', at(10, 3))
  await advanceStatusCounts(database.db, at(10, 7.5))
  const second = (await listRollupRows()).filter(({ day }) => day === at(1).toISOString().slice(0, 10))
  expect(second).toMatchObject([
    { status: 'PENDING', transactions: 1n },
    { status: 'CONFIRMED', transactions: 1n },
  ])
  await expectSums()
})

test('what a transaction changed that was open during the count shows once it is committed', async () => {
  const startedAt = new Date()
  const confirmed = { publisherId: fixtures.publisherId, status: 'CONFIRMED' as const }
  await advanceStatusCounts(database.db, new Date(startedAt.getTime() - 61_000))
  const [before] = await summariseTransactions(database.db, confirmed)
  await database.db.transaction().execute(async (tx) => {
    const one = transactions[6]
    if (!one) throw new Error('no such transaction')
    await decideTransaction({ ...testContext(tx), now: startedAt }, { ...one, action: 'confirm' })
    await advanceStatusCounts(database.db, new Date(startedAt.getTime() + 30_000))
    await expectSums()
  })
  const [after] = await summariseTransactions(database.db, confirmed)
  expect(after?.count).toBe((before?.count ?? 0) + 1)
  await expectSums()
})

test('earlier days of orders are counted one by one after a migration', async () => {
  const listCounts = () => sql<{ day: string }>`SELECT * FROM rollup_order ORDER BY day, dimension, value`
  const all = (await listCounts().execute(database.db)).rows
  await sql`DELETE FROM rollup_order`.execute(database.ownerDb)
  await database.db
    .updateTable('rollupStatusProgress')
    .set({ ordersFrom: toDay(at(3)) })
    .execute()
  await advanceStatusCounts(database.db, at(10, 7.6))
  const earlier = all.filter(({ day }) => day < toDay(at(3)))
  expect((await listCounts().execute(database.db)).rows).toEqual(earlier)
  expect(earlier.length).toBeGreaterThan(0)
  const progress = await database.db.selectFrom('rollupStatusProgress').select('ordersFrom').executeTakeFirst()
  expect(progress).toEqual({ ordersFrom: null })
})

test('what decides itself soon is the sum of those orders, whatever else waits', async () => {
  const { advertiserId } = fixtures
  const change = (index: number, columns: { holdReason?: 'NOT_SHIPPED'; dueAt?: Date; orderValue?: null }) =>
    database.ownerDb
      .updateTable('transactionState')
      .set(columns)
      .where('transactionId', '=', transactions[index]?.transactionId ?? '')
      .execute()
  await change(3, { holdReason: 'NOT_SHIPPED' })
  await change(4, { dueAt: at(32) })
  await change(5, { dueAt: at(60) })
  for (const until of [29.9, 32, 33.2, 34.5, 35.001, 80].map((days) => at(days))) {
    const { rows } = await sql<{ count: number; orderValue: bigint; commission: bigint; firstDueAt: Date }>`
      SELECT count(*)::int AS count, sum(order_value)::bigint AS order_value, sum(commission)::bigint AS commission,
        min(due) AS first_due_at
      FROM (
        SELECT *, coalesce(due_at, transaction_at + interval '30 days') AS due FROM transaction_state
        WHERE status = 'PENDING' AND hold_reason IS NULL AND order_value IS NOT NULL
      ) AS undecided WHERE due < ${until}`.execute(database.db)
    const due = await sumDueOrders(database.db, { advertiserId, until })
    expect(due).toEqual(rows.filter(({ count }) => count > 0).map((sums) => ({ end: 'confirm', ...sums })))
  }
})
