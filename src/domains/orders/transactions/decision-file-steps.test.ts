import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { createTestDatabase, openTestDatabase } from '#test/support/database.ts'
import { openDecisionFiles, readStatuses, recordOrders } from '#test/support/decision-files.ts'
import type { DecisionFiles, RecordedOrder } from '#test/support/decision-files.ts'
import { runUntilKilled } from '#test/support/killed-process.ts'
import { createMoneyNetwork, verifyMoney } from '#test/support/money-network.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { recordClaimedOrder } from './commands/record-claimed-order.ts'
import { FILE_KEPT_DAYS, removeOldDecisionFiles } from './commands/remove-decision-files.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let files: DecisionFiles
let ctx: Ctx

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  ctx = testContext(database.db)
  files = await openDecisionFiles(database.db, fixtures)
})

afterAll(() => files.close())

const record = (count: number) => recordOrders(ctx, fixtures, count)
const statuses = (orders: readonly RecordedOrder[]) => readStatuses(database.db, orders)

/** Proves the ledger. Orders that were inserted without clicks and postbacks differ from these only. */
const listDifferences = async () =>
  listLines((await verifyMoney(database.ownerDb)).filter(({ kind }) => !/click|postback/.test(kind)))

/** Writes a file with a row for each order: its action, and what that needs. */
function writeFile(orders: readonly RecordedOrder[], rows: readonly string[]): string {
  return ['order_id,action,reason,amount', ...rows.map((row, index) => `${orders[index]?.orderRef},${row}`)].join('\n')
}

async function countDecisions(): Promise<{ decisions: number; orders: number }> {
  const { rows } = await sql<{ decisions: number; orders: number }>`
    SELECT count(*)::int AS decisions, count(DISTINCT transaction_id)::int AS orders FROM transaction_decision
    JOIN transaction_state USING (publisher_id, transaction_id)
    WHERE advertiser_id = ${fixtures.otherAdvertiser.advertiserId}`.execute(database.db)
  return rows[0] ?? { decisions: 0, orders: 0 }
}

describe('taking a file back', () => {
  test('makes each order what it was, and keeps one that was decided since', async () => {
    const orders = await record(6)
    const [, , , held, cancelled, later] = orders
    if (!held || !cancelled || !later) throw new Error('An order is missing.')
    await decideTransaction(ctx, { ...held, action: 'hold', holdReason: 'NOT_SHIPPED' })
    await decideTransaction(ctx, { ...cancelled, action: 'cancel', reasonCode: 'FRAUD', note: 'Stolen card' })
    const rows = [
      'confirm,,',
      'cancel,OUT_OF_STOCK,',
      'amend,RETURNED_MERCHANDISE,40',
      'confirm,,',
      'confirm,,',
      'confirm,,',
    ]
    const { id } = await files.send('all', writeFile(orders, rows))
    await decideTransaction(ctx, { ...later, action: 'amend', orderValue: 500_000n })
    const reversed = await files.reverse(id, 'The wrong month')
    expect(reversed).toMatchObject({ status: 'reversed', reversal_note: 'The wrong month' })
    expect(reversed.figures).toMatchObject({ decided: 6, reversed: 5, kept: 1 })
    const before = ['PENDING 100', 'PENDING 100', 'PENDING 100', 'PENDING 100', 'CANCELLED 100']
    expect(await statuses(orders)).toEqual([...before, 'CONFIRMED 50'])
    const state = database.db.selectFrom('transactionState').select(['holdReason', 'reasonCode'])
    const of = ({ transactionId }: RecordedOrder) => state.where('transactionId', '=', transactionId).executeTakeFirst()
    expect(await of(held)).toMatchObject({ holdReason: 'NOT_SHIPPED' })
    expect(await of(cancelled)).toMatchObject({ reasonCode: 'FRAUD' })
    expect(await files.listLines(id, 'kept')).toMatchObject([{ line: 7, code: 'transaction.file_later' }])
    const { note } = await database.db
      .selectFrom('transactionDecision')
      .select('note')
      .where('transactionId', '=', cancelled.transactionId)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(note).toBe('The wrong month')
    expect(await listDifferences()).toEqual([])
  })

  test('can be followed by deciding again; sending it again changes nothing', async () => {
    const orders = await record(2)
    const file = writeFile(orders, ['confirm,,', 'confirm,,'])
    const { id } = await files.send('all', file)
    await files.reverse(id)
    expect(await files.send('all', file)).toMatchObject({ id, status: 'reversed' })
    expect(await statuses(orders)).toEqual(['PENDING 100', 'PENDING 100'])
    expect(await files.decide(id, 'valid')).toMatchObject({ status: 'decided', figures: { decided: 2, reversed: 0 } })
    expect(await statuses(orders)).toEqual(['CONFIRMED 100', 'CONFIRMED 100'])
    expect(await listDifferences()).toEqual([])
  })

  test('that keeps decisions says so only until it is decided again', async () => {
    const orders = await record(2)
    const { id } = await files.send('all', writeFile(orders, ['confirm,,', 'confirm,,']))
    const [later] = orders
    if (!later) throw new Error('An order is missing.')
    await decideTransaction(ctx, { ...later, action: 'amend', orderValue: 500_000n })
    expect((await files.reverse(id)).figures).toMatchObject({ decided: 2, reversed: 1, kept: 1 })
    expect((await files.decide(id, 'valid')).figures).toMatchObject({ decided: 2, reversed: 0, kept: 0 })
  })

  test('is refused before anything was decided', async () => {
    const orders = await record(1)
    const { id } = await files.send('check', writeFile(orders, ['confirm,,']))
    const refused = await files.server.post(`/api/v1/brand/decision-files/${id}/reverse`, {
      as: files.advertiser,
      json: { note: 'x' },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'transaction.file_step'])
  })
})

describe('an order in a payout', () => {
  test('is refused while it is in payment, and its decision stays when the file is taken back', async () => {
    await using other = await openMoneyNetwork()
    const { network, own, orderIds } = other
    const file = (action: string) => ['transaction_id,action,reason', `${orderIds.transactionId},${action}`].join('\n')
    const { id } = await own.send('all', file('confirm,'))
    await network.deposit(50_000_000n)
    await network.cover()
    network.wait(40)
    const run = await network.draft()
    await network.approve(run)
    const refused = await own.send('valid', file('cancel,OUT_OF_STOCK'))
    expect(await own.listLines(refused.id)).toMatchObject([{ result: 'refused', code: 'transaction.in_payment' }])
    expect((await own.reverse(id)).figures).toMatchObject({ decided: 1, reversed: 0, kept: 1 })
    expect(await own.listLines(id)).toMatchObject([{ reversal: 'kept', code: 'transaction.file_paid' }])
    expect(listLines(await verifyMoney(other.database.ownerDb))).toEqual([])
  })
})

async function openMoneyNetwork() {
  const ownDatabase = await createTestDatabase()
  const network = await createMoneyNetwork(ownDatabase)
  const { advertiserId } = network
  const own = await openDecisionFiles(ownDatabase.db, { ...fixtures, advertiserId })
  const orderIds = await network.order(network.publisherIds[0], 20_000_000n)
  return {
    database: ownDatabase,
    network,
    own,
    orderIds,
    async [Symbol.asyncDispose]() {
      await own.close()
      await ownDatabase.close()
    },
  }
}

describe('the job', () => {
  test('goes on with later files when a step fails, and gives it up after three times', async () => {
    const [first, second] = [await record(1), await record(1)]
    const broken = await files.post('valid', writeFile(first, ['confirm,,']))
    const later = await files.post('valid', writeFile(second, ['confirm,,']))
    const setCells = (cells: string) =>
      sql`UPDATE decision_file_row SET cells = ${cells}::jsonb WHERE file_id = ${broken.data.id}`.execute(
        database.ownerDb,
      )
    // A step that fails every time.
    await setCells('null')
    await expect(files.work()).rejects.toThrow('1 files of decisions could not be advanced')
    expect(await files.get(later.data.id)).toMatchObject({ status: 'decided' })
    await expect(files.work()).rejects.toThrow('could not be advanced')
    expect(await files.get(broken.data.id)).toMatchObject({ status: 'deciding' })
    await expect(files.work()).rejects.toThrow('could not be advanced')
    expect(await files.get(broken.data.id)).toMatchObject({ status: 'failed', figures: { decided: 0 } })
    await files.work()
    await setCells(JSON.stringify({ order_id: first[0]?.orderRef, action: 'confirm' }))
    expect(await files.decide(broken.data.id, 'valid')).toMatchObject({ status: 'decided', figures: { decided: 1 } })
    expect(await statuses([...first, ...second])).toEqual(['CONFIRMED 100', 'CONFIRMED 100'])
  })

  test('killed in the middle is continued by the next, which decides each other line once', async () => {
    const { publisherId, siteId, otherAdvertiser } = fixtures
    const other = { ...files.advertiser, advertiserId: otherAdvertiser.advertiserId }
    await insertUndecidedOrders(database.ownerDb, {
      count: ORDERS,
      publisherIds: [publisherId],
      siteIds: [siteId],
      advertisers: [otherAdvertiser],
      from: new Date(Date.now() - DAY_MS),
    })
    const lines = Array.from({ length: ORDERS }, (_, index) => `order-${index},confirm`)
    const sent = await files.post('valid', `order_id,action\n${lines.join('\n')}`, other)
    const second = await files.post('valid', `order_id,action\norder-1,confirm\n`, other)
    await runUntilKilled(database, {
      lock: sql`SELECT FROM transaction_state WHERE transaction_id =
        (SELECT transaction_id FROM transaction_key WHERE order_ref = ${`order-${ORDERS - 1}`}) FOR UPDATE`,
      imports: [
        "import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'",
      ],
      code: "await advanceDecisionFiles(testContext(db, 'decision-files'))",
      actorId: 0n,
      now: ctx.now,
    })
    const { decisions } = await countDecisions()
    expect(decisions).toBe(1000)
    expect(await files.get(sent.data.id, other)).toMatchObject({ status: 'deciding', done: decisions, figures: null })
    await files.work()
    expect(await countDecisions()).toEqual({ decisions: ORDERS, orders: ORDERS })
    const done = await files.get(sent.data.id, other)
    expect(done).toMatchObject({ status: 'decided', done: ORDERS, figures: { decided: ORDERS, refused: 0 } })
    // The second file of the advertiser waited for the first.
    expect((await files.get(second.data.id, other)).figures).toMatchObject({ decided: 0, unchanged: 1 })
    expect(await listDifferences()).toEqual([])
  })

  test('is not asked to decide by a file that it is to check first', async () => {
    const orders = await record(1)
    const file = writeFile(orders, ['confirm,,'])
    const { data } = await files.post('check', file)
    expect((await files.post('check', file)).data).toEqual(data)
    const path = '/api/v1/brand/decision-files/csv/all'
    const refused = await files.server.post(path, { as: files.advertiser, file })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'transaction.file_step'])
    expect(await files.send('all', `${file}\n`)).toMatchObject({ status: 'decided' })
    expect(await files.send('all', file)).toMatchObject({ id: data.id, status: 'decided' })
  })

  test('deletes files and their lines when they have not been worked on for 90 days', async () => {
    const orders = await record(1)
    const { id } = await files.send('all', writeFile(orders, ['confirm,,']))
    const inDays = (days: number) => ({ ...ctx, now: new Date(Date.now() + days * DAY_MS) })
    await removeOldDecisionFiles(inDays(FILE_KEPT_DAYS - 1))
    expect(await files.listLines(id)).toHaveLength(1)
    await removeOldDecisionFiles(inDays(FILE_KEPT_DAYS + 1))
    expect(await database.db.selectFrom('decisionFileRow').select('line').where('fileId', '=', id).execute()).toEqual(
      [],
    )
    expect(await statuses(orders)).toEqual(['CONFIRMED 100'])
  })

  test('finds an order that a claim made by the id of its transaction', async () => {
    const { publisherId, siteId, advertiserId } = fixtures
    const claimed = { publisherId, siteId, advertiserId, orderRef: 'claimed', event: 'sale', clickId: null }
    const worth = { amount: 1_000_000n, currency: 'USD', orderedAt: ctx.now }
    const claim = { ...claimed, ...worth, claimId: uuid7(ctx.now.getTime()) }
    const made = await database.db.transaction().execute((db) => recordClaimedOrder({ ...ctx, db }, claim))
    if (!('transactionId' in made)) throw new Error('The claim made no order.')
    const order = { publisherId, transactionId: made.transactionId, orderRef: 'claimed' }
    const others = await files.send('all', `transaction_id,order_id,action\n${made.transactionId},another,confirm\n`)
    expect(others.figures).toMatchObject({ decided: 0, refused: 1 })
    expect(await files.send('all', `transaction_id,action\n${made.transactionId},confirm\n`)).toMatchObject({
      figures: { decided: 1, refused: 0 },
    })
    expect(await statuses([order])).toEqual(['CONFIRMED 100'])
  })
})

/** More than one batch of 1,000 lines. */
const ORDERS = 1200
