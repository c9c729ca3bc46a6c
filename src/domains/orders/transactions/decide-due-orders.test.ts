import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { verifyTables } from '#platform/server/database/database-check.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { waitUntil } from '#test/support/network.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { decideDueOrders } from './commands/decide-due-orders.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { DECISION_CHECKS } from './queries/verify-decisions.ts'
import { ENTRY_CHECKS } from './queries/verify-entries.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let ctx: Ctx

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db, 'decide-due-orders')
})

const record = () => recordPending(ctx, fixtures)
type Ids = Awaited<ReturnType<typeof record>>

const inDays = (days: number): Ctx => ({ ...ctx, now: new Date(Date.now() + days * DAY_MS) })
const runAfter = (days: number) => decideDueOrders(inDays(days))

const readState = ({ transactionId }: Ids) =>
  database.db
    .selectFrom('transactionState')
    .select(['status', 'holdReason', 'sequence'])
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()

/** Moves the validation terms of orders that are recorded next. */
async function changeTerms(end: 'confirm' | 'hold', note = ''): Promise<void> {
  await database.ownerDb
    .updateTable('programTerms')
    .set({ validationEnd: end, holdNote: note })
    .where('id', '=', fixtures.termsId)
    .execute()
}

async function listDifferences(): Promise<unknown[]> {
  await sql`ANALYZE`.execute(database.ownerDb)
  return verifyTables(database.db, [...DECISION_CHECKS, ...ENTRY_CHECKS])
}

describe('at the end of the validation period, the rule', () => {
  test('confirms an order once, a moment before it does nothing', async () => {
    const one = await record()
    await runAfter(29.99)
    expect(await readState(one)).toMatchObject({ status: 'PENDING', sequence: 0 })
    await runAfter(30)
    await runAfter(31)
    expect(await readState(one)).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
    const decision = await database.db
      .selectFrom('transactionDecision')
      .select(['action', 'decidedAs', 'decidedBy'])
      .where('transactionId', '=', one.transactionId)
      .execute()
    expect(decision).toEqual([{ action: 'confirm', decidedAs: 'rule', decidedBy: null }])
    expect(await listDifferences()).toEqual([])
  })

  test('holds an order where the terms say so, and never releases one that is held', async () => {
    const [byTerms, byPerson] = [await record(), await record()]
    await decideTransaction(ctx, { ...byPerson, action: 'hold', holdReason: 'NOT_SHIPPED' })
    await changeTerms('hold', 'Returns take 60 days')
    await runAfter(30)
    await changeTerms('confirm')
    await runAfter(300)
    expect(await readState(byTerms)).toEqual({ status: 'PENDING', holdReason: 'END_OF_VALIDATION', sequence: 1 })
    expect(await readState(byPerson)).toEqual({ status: 'PENDING', holdReason: 'NOT_SHIPPED', sequence: 1 })
    const { note } = await database.db
      .selectFrom('transactionDecision')
      .select('note')
      .where('transactionId', '=', byTerms.transactionId)
      .executeTakeFirstOrThrow()
    expect(note).toBe('Returns take 60 days')
    expect(await listDifferences()).toEqual([])
  })

  test('waits for an extension, and for the longer period of other terms', async () => {
    const [extended, plain] = [await record(), await record()]
    await decideTransaction(ctx, { ...extended, action: 'extend', holdReason: 'RETURN_PERIOD_OPEN' })
    const { programId } = await database.db
      .selectFrom('programTerms')
      .select('programId')
      .where('id', '=', fixtures.termsId)
      .executeTakeFirstOrThrow()
    const rates = [{ event: 'sale', kind: 'percent', ratePpm: 100_000 } as const]
    const { termsId } = await addTerms(ctx, { programId, windowDays: 30, validationDays: 90, rates })
    const longer = await record()
    await database.ownerDb.updateTable('transaction').set({ termsId }).where('id', '=', longer.transactionId).execute()
    await runAfter(43.9)
    expect((await readState(plain)).status).toBe('CONFIRMED')
    expect((await readState(extended)).status).toBe('PENDING')
    await runAfter(44)
    expect((await readState(extended)).status).toBe('CONFIRMED')
    expect((await readState(longer)).status).toBe('PENDING')
    await runAfter(90)
    expect((await readState(longer)).status).toBe('CONFIRMED')
  })

  test('leaves an order that was reopened after it to a person', async () => {
    const one = await record()
    await runAfter(30)
    await decideTransaction(inDays(31), { ...one, action: 'reopen' })
    await runAfter(32)
    expect(await readState(one)).toEqual({ status: 'PENDING', holdReason: 'UNDER_REVIEW', sequence: 2 })
    expect(await listDifferences()).toEqual([])
  })
})

describe('a run', () => {
  test('killed in the middle is finished by the next, which decides each other order once', async () => {
    const ORDERS = 8000
    const { publisherId, siteId, otherAdvertiser } = fixtures
    const from = new Date(Date.now() - 100 * DAY_MS)
    await insertUndecidedOrders(database.ownerDb, {
      count: ORDERS,
      publisherIds: [publisherId],
      siteIds: [siteId],
      advertisers: [otherAdvertiser],
      from,
    })
    await sql`ANALYZE transaction, transaction_state`.execute(database.ownerDb)
    const countDecided = async () => {
      const { rows } = await sql<{ decisions: number; orders: number }>`
        SELECT count(*)::int AS decisions, count(DISTINCT transaction_id)::int AS orders
        FROM transaction_decision JOIN transaction_state USING (publisher_id, transaction_id)
        WHERE advertiser_id = ${otherAdvertiser.advertiserId}`.execute(database.db)
      return rows[0] ?? { decisions: 0, orders: 0 }
    }
    const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      env: { ...process.env, CONNECTION: database.connectionString },
    })
    await waitUntil(async () => (await countDecided()).decisions > 0)
    run.kill('SIGKILL')
    await once(run, 'exit')
    // The connection of the killed process holds its locks a moment longer; a run leaves out what is locked.
    await waitUntil(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE application_name = 'killed'`.execute(
        database.ownerDb,
      )
      return rows.length === 0
    })
    const { decisions } = await countDecided()
    expect([decisions > 0, decisions < ORDERS, decisions % 1000]).toEqual([true, true, 0])
    await decideDueOrders(ctx)
    expect(await countDecided()).toEqual({ decisions: ORDERS, orders: ORDERS })
    const lines = await database.db
      .selectFrom('auditLine')
      .select('details')
      .where('target', '=', `advertiser:${otherAdvertiser.advertiserId}`)
      .where('action', '=', 'transaction.decide_due')
      .execute()
    expect(lines.map(({ details }) => details)).toEqual(
      Array.from({ length: ORDERS / 1000 }, () => expect.objectContaining({ confirmed: 1000, held: 0 })),
    )
    expect(await listDifferences()).toEqual([])
  })
})

/** Runs the job in a process of its own. */
const RUN = `
  import { testContext } from '#test/support/context.ts'
  import { createDatabase } from '#platform/server/database/database.ts'
  import { createLogger } from '#platform/server/log.ts'
  import { decideDueOrders } from '#domains/orders/transactions/commands/decide-due-orders.ts'
  const log = createLogger('silent', 'test')
  const db = createDatabase({ connectionString: process.env.CONNECTION }, { max: 2, applicationName: 'killed', log })
  await decideDueOrders(testContext(db, 'decide-due-orders'))`
