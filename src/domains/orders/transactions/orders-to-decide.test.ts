import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeFile } from '#domains/people/files/commands.ts'
import { DAY_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openDecisionFiles, readStatuses, recordOrders } from '#test/support/decision-files.ts'
import type { DecisionFiles, RecordedOrder } from '#test/support/decision-files.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import type { DecisionFileView } from './contract/decision-file.ts'
import type { OrderSums, OrderToDecide } from './contract/orders.ts'
import { orderRoutes } from './routes/orders.ts'
import { transactionNoteRoutes } from './routes/reply-timeline.ts'
import { transactionRoutes } from './routes/transaction-routes.ts'

const path = '/api/v1/brand/orders'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let files: DecisionFiles
let ctx: Ctx
let advertiser: AccountActor
let orders: RecordedOrder[]

beforeAll(async () => {
  ctx = testContext(database.db)
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, [...orderRoutes, ...transactionRoutes, ...transactionNoteRoutes])
  files = await openDecisionFiles(database.db, fixtures)
  advertiser = { ...(await makeAccount(ctx, 'advertiser')), advertiserId: fixtures.advertiserId }
  orders = await recordOrders(ctx, fixtures, 5)
  // Recorded 20, 19, 18, 17 and 16 days ago, so the first decides itself first.
  for (const [index, { transactionId }] of orders.entries()) {
    const at = new Date(Date.now() - (20 - index) * DAY_MS)
    const { ownerDb } = database
    await ownerDb.updateTable('transaction').set({ transactionAt: at }).where('id', '=', transactionId).execute()
    await ownerDb
      .updateTable('transactionState')
      .set({ transactionAt: at })
      .where('transactionId', '=', transactionId)
      .execute()
  }
})

afterAll(() => Promise.all([server.close(), files.close()]))

interface Page {
  orders: OrderToDecide[]
  next: string | null
  previous: string | null
}

async function list(query = '', as: AccountActor = advertiser): Promise<Page> {
  return (await server.get(`${path}?page_size=10${query}`, { as })).json<{ data: Page }>().data
}

const refs = ({ orders: listed }: Page) => listed.map(({ transaction_id: id }) => toName(id))
const toName = (id: string) => orders.findIndex(({ transactionId }) => transactionId === id)

async function summarise(query = '') {
  const reply = await server.get(`${path}/summary?${query}`, { as: advertiser })
  return reply.json<{ data: Record<'matching' | 'soon' | 'held', OrderSums> }>().data
}

describe('the queue of undecided orders', () => {
  test('shows first what decides itself first, with the rule, the time and the history of the publisher', async () => {
    const page = await list()
    expect(refs(page)).toEqual([0, 1, 2, 3, 4])
    const [first] = page.orders
    const at = Date.parse(first?.expected_decision_date ?? '')
    expect(Math.round((at - Date.now()) / DAY_MS)).toBe(10)
    expect(first).toMatchObject({ rule: 'confirm', validation_days: 30, history: { pending: 5, confirmed: 0 } })
  })

  test('orders by the terms of each click and by extensions', async () => {
    const [first, second] = orders
    if (!first || !second) throw new Error('An order is missing.')
    // Orders of a later version of the terms, which gives them 5 days, come before older ones of the first version.
    const { ownerDb } = database
    const { id, ...terms } = await ownerDb
      .selectFrom('programTerms')
      .selectAll()
      .where('id', '=', fixtures.termsId)
      .executeTakeFirstOrThrow()
    const effectiveFrom = new Date(Date.now() - 18.5 * DAY_MS)
    const { id: termsId } = await ownerDb
      .insertInto('programTerms')
      .values({ ...terms, version: 2, validationDays: 25, effectiveFrom, restrictions: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(termsId).not.toBe(id)
    await ownerDb
      .insertInto('programRate')
      .values({ termsId, event: 'sale', kind: 'percent', ratePpm: 100_000 })
      .execute()
    const later = orders.slice(2).map(({ transactionId }) => transactionId)
    await ownerDb.updateTable('transaction').set({ termsId }).where('id', 'in', later).execute()
    await decideTransaction(ctx, { ...first, action: 'extend', holdReason: 'NOT_SHIPPED' })
    expect(refs(await list())).toEqual([2, 3, 4, 1, 0])
    expect((await summarise()).soon).toEqual({ count: 1, order_value: '100.0000', commission: '10.0000' })
  })

  test('leads from page to page and back by cursors', async () => {
    const seen: number[] = []
    let cursor = ''
    for (let pages = 0; pages < 5; pages += 1) {
      const reply = await server.get(`${path}?page_size=10${cursor}`, { as: advertiser })
      const page = reply.json<{ data: Page }>().data
      seen.push(...refs(page))
      if (page.next === null) break
      cursor = `&after=${page.next}`
    }
    expect(seen).toEqual([2, 3, 4, 1, 0])
  })

  test('keeps held orders apart, and finds by order and publisher', async () => {
    const [, , held] = orders
    if (!held) throw new Error('An order is missing.')
    await decideTransaction(ctx, { ...held, action: 'hold', holdReason: 'UNDER_REVIEW' })
    expect(refs(await list())).toEqual([3, 4, 1, 0])
    expect(refs(await list('&queue=held'))).toEqual([2])
    expect(refs(await list(`&keyword=${orders[4]?.orderRef}`))).toEqual([4])
    expect(refs(await list('&keyword=field'))).toEqual([3, 4, 1, 0])
    expect(refs(await list('&publisher_id=999999'))).toEqual([])
    expect(await summarise()).toMatchObject({ matching: { count: 4 }, held: { count: 1 } })
  })

  test('keeps orders without an exchange rate apart', async () => {
    const { transactionId } = await recordPending(ctx, fixtures, { currency: 'CHF' })
    const { orders: waiting } = await list('&queue=without_rate')
    expect(waiting).toMatchObject([{ transaction_id: transactionId, currency: 'CHF', usd_order_value: null }])
    expect(refs(await list())).toEqual([3, 4, 1, 0])
    const sums = { count: 1, order_value: '0.0000', commission: '0.0000' }
    expect(await summarise('queue=without_rate')).toMatchObject({ matching: sums, without_rate: sums })
  })

  test('is empty for another advertiser', async () => {
    const other = { ...advertiser, advertiserId: fixtures.otherAdvertiser.advertiserId }
    expect(await list('', other)).toEqual({ orders: [], next: null, previous: null })
  })
})

describe('a decision on many orders', () => {
  const decide = async (json: object) => {
    const reply = await server.post(`${path}/decide`, { as: advertiser, json })
    await files.work()
    return { status: reply.statusCode, data: reply.json<{ data: DecisionFileView }>().data }
  }
  const statuses = () => readStatuses(database.db, orders)

  test('checks all of a queue first, decides them by a job, and takes all of it back', async () => {
    const { data } = await decide({ mode: 'check', action: 'confirm', matching: { queue: 'clock' } })
    const checked = await files.get(data.id)
    expect(checked).toMatchObject({ status: 'checked', source: 'filter', name: 'confirm', lines: 4 })
    const sums = [{ action: 'confirm', count: 4, order_value: '400.0000', commission: '40.0000' }]
    expect(checked.figures).toMatchObject({ valid: 4, refused: 0, publishers: 1, actions: sums })
    expect(await statuses()).toEqual(orders.map(() => 'PENDING 100'))
    expect((await files.decide(data.id, 'all')).figures).toMatchObject({ decided: 4 })
    const isHeld = 'PENDING 100'
    expect(await statuses()).toEqual(['CONFIRMED 100', 'CONFIRMED 100', isHeld, 'CONFIRMED 100', 'CONFIRMED 100'])
    expect((await files.reverse(data.id)).figures).toMatchObject({ reversed: 4 })
    expect(await statuses()).toEqual(orders.map(() => 'PENDING 100'))
  })

  test('decides orders that are named, and refuses those of another shop as unknown', async () => {
    const [, second] = orders
    const transactions = [`${second?.publisherId}.${second?.transactionId}`, `${second?.publisherId}.${randomUUID()}`]
    const hold = { action: 'cancel', reason_code: 'OUT_OF_STOCK', note: 'Sold out' }
    const { data } = await decide({ mode: 'valid', ...hold, transactions })
    expect(await files.get(data.id)).toMatchObject({
      status: 'decided',
      source: 'selection',
      figures: { decided: 1, refused: 1 },
    })
    const [refused] = await files.listLines(data.id, 'refused', { ...advertiser })
    expect(refused).toMatchObject({ code: 'transaction.file_unknown' })
  })

  test('supports each cancellation by the file of the account that decides', async () => {
    const sealing = await createTestSealing(database.db)
    const store = async (actor: AccountActor) => {
      const file = { read: () => Readable.from([Buffer.from('%PDF-1.7 a letter')]) }
      const { accountId } = actor
      return storeFile(
        { ...ctx, actor },
        { accountId, purpose: 'decision_evidence', name: 'letter.pdf', file, sealing },
      )
    }
    const [, , , , last] = orders
    const transactions = [`${last?.publisherId}.${last?.transactionId}`]
    const fraud = { mode: 'valid', action: 'cancel', reason_code: 'FRAUD', transactions }
    const other = await makeAccount(ctx, 'advertiser')
    expect((await decide({ ...fraud, file_id: await store(other) })).status).toBe(422)
    const fileId = await store(advertiser)
    const { data } = await decide({ ...fraud, file_id: fileId })
    expect(await files.get(data.id)).toMatchObject({ status: 'decided', figures: { decided: 1 } })
    const decisions = database.db.selectFrom('transactionDecision').select(['action', 'evidenceFileId'])
    const made = await decisions.where('transactionId', '=', last?.transactionId ?? '').execute()
    expect(made.at(-1)).toEqual({ action: 'cancel', evidenceFileId: fileId })
    const stored = database.db.selectFrom('storedFile').select('deleteAfter').where('id', '=', fileId)
    expect(await stored.executeTakeFirst()).toEqual({ deleteAfter: null })
  })

  test('refuses one without its reason, without evidence, and without an order', async () => {
    const matching = { queue: 'clock' }
    const refuse = async (json: object) => (await server.post(`${path}/decide`, { as: advertiser, json })).statusCode
    expect(await refuse({ mode: 'check', action: 'cancel', matching })).toBe(422)
    expect(await refuse({ mode: 'check', action: 'cancel', reason_code: 'FRAUD', matching })).toBe(422)
    expect(await refuse({ mode: 'check', action: 'confirm', matching: { ...matching, keyword: 'none' } })).toBe(409)
    expect(await refuse({ mode: 'check', action: 'confirm' })).toBe(422)
  })
})

describe('the timeline of a transaction', () => {
  test('names the file that decided and the notes of the own team, to the team alone', async () => {
    const [, second] = orders
    const own = `${second?.publisherId}/${second?.transactionId}`
    const publisher = { ...(await makeAccount(ctx, 'publisher')), publisherId: fixtures.publisherId }
    const write = (at: string, as: AccountActor, text: string) => server.post(`${at}/notes`, { as, json: { text } })
    const review = `/api/v1/operator/transactions/${own}`
    const mine = `/api/v1/transaction/${second?.transactionId}`
    const advertisers = `/api/v1/brand/transactions/${own}`
    const operator = await makeAccount(ctx, 'operator')
    expect((await write(advertisers, advertiser, 'Asked the shop')).json()).toMatchObject({
      data: { notes: [{ text: 'Asked the shop', written_by: advertiser.displayName }] },
    })
    await write(mine, publisher, 'Asked the brand')
    const read = async (at: string, as: AccountActor) =>
      (await server.get(at, { as })).json<{ data: { notes: object[]; decisions: object[] } }>().data
    expect(await read(advertisers, advertiser)).toMatchObject({
      notes: [{ text: 'Asked the shop' }],
      decisions: expect.arrayContaining([
        expect.objectContaining({ file: { id: expect.any(String), name: 'cancel' } }),
      ]) as object[],
    })
    const publishers = await read(mine, publisher)
    expect(publishers.notes).toMatchObject([{ text: 'Asked the brand' }])
    expect(publishers.decisions.at(-1)).toMatchObject({ file: null, decided_by: null })
    expect((await read(review, operator)).notes).toEqual([])
    const others = { ...advertiser, advertiserId: fixtures.otherAdvertiser.advertiserId }
    expect((await write(advertisers, others, 'Not mine')).statusCode).toBe(404)
    expect((await write(advertisers, advertiser, '')).statusCode).toBe(422)
  })
})
