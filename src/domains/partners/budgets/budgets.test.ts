import { beforeAll, expect, test } from 'vitest'
import { acceptsJoins } from '#domains/programmes/programs/rules.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { HOUR_MS } from '#kernel/days.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember, makeProgram } from '#test/support/network-fixtures.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { capOrders } from './commands/cap-orders.ts'
import { endBudget, setBudget } from './commands/set-budget.ts'
import { mailStops } from './commands/mail-stops.ts'
import { watchAdvertiser } from './commands/watch-budgets.ts'
import { listBudgets } from './queries.ts'
import { budgetRoutes } from './routes.ts'
import type { Consequence } from './rules.ts'

const today = new Date()
/** In the middle of the month before, so that no period ends during the test. */
const reachedAt = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15, 10, 40))
const after = (hours: number) => new Date(reachedAt.getTime() + hours * HOUR_MS)

const database = await openTestDatabase()
let ctx: Ctx
let orders = 0

beforeAll(async () => {
  ctx = testContext(database.db)
})
/** A brand whose publisher has joined, and whose clicks of the month have earned 100 USD. */
async function openAdvertiser() {
  const fixtures = await createOrderFixtures(database.db)
  const { advertiserId, publisherId } = fixtures
  await makeMember(ctx, { advertiserId, role: 'owner' })
  const program = database.db.selectFrom('program').selectAll().where('advertiserId', '=', advertiserId)
  const { id: programId } = await program.executeTakeFirstOrThrow()
  await database.db
    .insertInto('membership')
    .values({ programId, publisherId, status: 'joined', requestedAt: ctx.now, decidedAt: ctx.now, decidedBy: null })
    .execute()
  const sums = { orderValue: 0n, confirmedTransactions: 0n, confirmedOrderValue: 0n, confirmedCommission: 0n, fee: 0n }
  const day = reachedAt.toISOString().slice(0, 10)
  const counted = { ...sums, advertiserId, day, clicks: 9n, transactions: 4n, cancelledTransactions: 0n }
  await database.ownerDb
    .insertInto('rollupAdvertiserTotal')
    .values({ ...counted, commission: 1_000_000n })
    .execute()
  const set = (at: Date, cap: bigint, consequence: Consequence) =>
    setBudget(
      { ...ctx, now: at },
      { advertiserId, publisherId: null, period: 'month', measure: 'commission', cap, consequence },
    )
  const watch = (at: Date) => watchAdvertiser({ ...ctx, now: at }, { advertiserId })
  const readProgram = () => program.executeTakeFirstOrThrow()
  return { fixtures, advertiserId, set, watch, readProgram }
}

/** Reports an order 10 minutes after its click, and reads its state after the next run of the job. */
async function order(fixtures: OrderFixtures, clickedAt: Date) {
  const click_id = await fixtures.makeClick({ agoMs: Date.now() - clickedAt.getTime() })
  const parameters = { token: fixtures.token, click_id, order_id: `capped-${++orders}`, amount: '100.00' }
  const at = new Date(clickedAt.getTime() + 600_000)
  const postback = { channel: 'json' as const, parameters, isReadable: true }
  const outcome = await receivePostback({ ...ctx, now: at }, fixtures.source, postback)
  expect(outcome).toMatchObject({ result: 'recorded' })
  const { transactionId } = outcome as { transactionId: string }
  const runAt = new Date(at.getTime() + 60_000)
  const read = async () => {
    await capOrders({ ...ctx, now: runAt })
    return database.db
      .selectFrom('transactionState')
      .select(['publisherId', 'transactionId', 'status', 'reasonCode', 'sequence'])
      .where('transactionId', '=', transactionId)
      .executeTakeFirstOrThrow()
  }
  return read
}

const listMails = async (part: string) =>
  (await database.db.selectFrom('mail').select(['subject', 'textBody']).execute()).filter(({ subject }) =>
    subject.includes(part),
  )

test('a reached cap stops clicks from the announced hour on, and pays those before', async () => {
  const { fixtures, advertiserId, set, watch, readProgram } = await openAdvertiser()
  const { effectiveFrom } = await set(after(-24 * 20), 1_000_000n, 'stop')
  await mailStops({ ...ctx, now: after(-24 * 20) })
  expect(effectiveFrom.toISOString()).toBe(
    `${after(-24 * 5)
      .toISOString()
      .slice(0, 10)}T00:00:00.000Z`,
  )
  expect(await listMails('a budget from')).toHaveLength(1)
  await watch(reachedAt)
  await watch(after(0.5))
  for (const hours of [0.5, 0.6]) await mailStops({ ...ctx, now: after(hours) })
  expect(await listMails('no commission for clicks')).toHaveLength(1)
  expect(await listMails("This month's budget is used up")).toHaveLength(1)
  const program = await readProgram()
  expect([program.stoppedFrom, acceptsJoins(program, after(3))]).toEqual([new Date(after(4 / 3)), false])

  const before = await order(fixtures, after(1))
  expect(await before()).toMatchObject({ status: 'PENDING', sequence: 0 })
  const stopped = await order(fixtures, after(2))
  const { publisherId, transactionId, ...state } = await stopped()
  expect(state).toEqual({ status: 'CANCELLED', reasonCode: 'LIMIT_REACHED', sequence: 1 })
  expect(listLines(await verifyLedger(database.db))).toEqual([])
  await decideTransaction(ctx, { publisherId, transactionId, action: 'reopen' })
  expect(await stopped()).toMatchObject({ status: 'PENDING', sequence: 2 })

  // Room again: the stop ends at once.
  await set(after(5), 2_000_000n, 'stop')
  await watch(after(5.1))
  expect(await readProgram()).toMatchObject({ stoppedFrom: null, stoppedUntil: null, joinsPausedUntil: null })
  const later = await order(fixtures, after(6))
  expect(await later()).toMatchObject({ status: 'PENDING', sequence: 0 })

  const [budget] = await database.db.selectFrom('budget').selectAll().where('advertiserId', '=', advertiserId).execute()
  const other = { advertiserId: fixtures.otherAdvertiser.advertiserId, budgetId: budget?.id ?? 0n }
  await expect(endBudget(ctx, other)).rejects.toThrow('not_found')
  // Pressed twice.
  const end = () => endBudget({ ...ctx, now: after(7) }, { ...other, advertiserId })
  await Promise.all([end(), end()])
  const versions = await database.db.selectFrom('budgetVersion').select('cap').orderBy('version').execute()
  expect(versions.map(({ cap }) => cap)).toEqual([1_000_000n, 2_000_000n, null])
})

test('a cap that only tells, or only ends joins, cancels nothing', async () => {
  const { fixtures, set, watch, readProgram } = await openAdvertiser()
  const { effectiveFrom } = await set(reachedAt, 900_000n, 'no_joins')
  expect(effectiveFrom).toEqual(reachedAt)
  await watch(after(0.1))
  expect(acceptsJoins(await readProgram(), after(1))).toBe(false)
  await set(after(1), 900_000n, 'tell')
  await watch(after(1.1))
  expect(acceptsJoins(await readProgram(), after(2))).toBe(true)
  const sold = await order(fixtures, after(3))
  expect(await sold()).toMatchObject({ status: 'PENDING', sequence: 0 })
})

test.each([
  ['5', 'commission', 50_000n],
  ['5.00', 'commission', 50_000n],
  ['5.0001', 'commission', 50_001n],
  ['5', 'orders', 5n],
  ['5,00', 'commission', undefined],
  ['５', 'commission', undefined],
  ['0', 'commission', undefined],
  ['5.00', 'orders', undefined],
])('a cap of %s on %s is read as %s', async (text, measure, cap) => {
  const as = await makeProgram(ctx).then(({ advertiser }) => advertiser)
  const server = await createTestServer(database.db, budgetRoutes)
  const body = { period: 'month', measure, cap: text, consequence: 'tell' }
  const answer = await server.post('/api/v1/brand/budgets', { as, json: body })
  await server.close()
  expect(answer.json().field).toBe(cap === undefined ? 'cap' : undefined)
  const budgets = await listBudgets(database.db, as)
  expect(budgets.flatMap(({ versions }) => versions.map((version) => version.cap))).toEqual(cap ? [cap] : [])
})
