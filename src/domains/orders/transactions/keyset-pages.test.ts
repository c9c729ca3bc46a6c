import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { readPublisherPage } from './queries/publisher-page.ts'
import { summariseTransactions } from './queries/summarise-transactions.ts'
import { listKeysetPage } from './queries/transaction-rows.ts'
import type { KeysetPage } from './queries/transaction-rows.ts'
import { transactionRoutes } from './routes/transaction-routes.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: Actor
let advertiser: Actor

const ORDERS = 45
const october = 'begin=2026-10-01&end=2026-10-31'

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, transactionRoutes)
  const base = { kind: 'account' as const, email: 'x@y.example', displayName: 'X' }
  operator = { ...base, accountId: 1n, role: 'operator' }
  advertiser = { ...base, accountId: 2n, role: 'advertiser', advertiserId: fixtures.advertiserId }
  for (let index = 0; index < ORDERS; index++) await record(index)
})

afterAll(() => server.close())

/** Records an order: three in each millisecond, every fifth confirmed and every seventh cancelled. */
async function record(index: number): Promise<void> {
  const now = new Date(Date.UTC(2026, 9, 2, 3) + Math.floor(index / 3))
  const click_id = await fixtures.makeClick({ agoMs: Date.now() - now.getTime() + 60_000 })
  const parameters = { token: fixtures.token, click_id, order_id: `K-${index}`, amount: '10' }
  const ctx = { ...testContext(database.db), now }
  const outcome = await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
  if (outcome.result !== 'recorded' || !outcome.transactionId) throw new Error(JSON.stringify(outcome))
  const one = { publisherId: fixtures.publisherId, transactionId: outcome.transactionId }
  if (index % 5 === 0) await decideTransaction(ctx, { ...one, action: 'confirm' })
  else if (index % 7 === 0)
    await decideTransaction(ctx, { ...one, action: 'cancel', reasonCode: 'FRAUD', note: 'stolen card' })
}

interface Reply {
  data: { transactions: { order_id: string; status: string }[]; next: string | null; previous: string | null }
}

const review = '/api/v1/operator/transactions'

async function read(query: string, { path = review, as = operator } = {}) {
  const response = await server.get(`${path}?${october}&${query}`, { as })
  expect(response.statusCode).toBe(200)
  const { transactions, next, previous } = response.json<Reply>().data
  return { orders: transactions.map((row) => row.order_id), next, previous }
}

type Pages = Awaited<ReturnType<typeof read>>[]

/** Follows `next` from the first page to the last. */
async function walk(query: string, list?: { path: string; as: Actor }): Promise<Pages> {
  const pages = [await read(query, list)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await read(`${query}&after=${next}`, list))
  }
  return pages
}

test.each([
  ['all statuses', '', ORDERS],
  ['one status', '&status=PENDING', 31],
  ['one status that has few', '&status=CANCELLED', 5],
  ['a keyword', '&keyword=K-1', 11],
])('next pages through %s, each row once, in the order of the numbered pages', async (_name, filter, count) => {
  const pages = await walk(`page_size=10${filter}`)
  const numbered = await Promise.all(
    pages.map((_page, index) => read(`page_size=10${filter}&page_number=${index + 1}`)),
  )
  expect(pages.map(({ orders }) => orders)).toEqual(numbered.map(({ orders }) => orders))
  expect(new Set(pages.flatMap(({ orders }) => orders)).size).toBe(count)
  expect(pages.slice(0, -1).every(({ orders }) => orders.length === 10)).toBe(true)
})

test('previous pages back over the same pages to the first, which has no previous', async () => {
  const pages = await walk('page_size=10')
  let page = pages.at(-1)
  for (const expected of pages.slice(0, -1).toReversed()) {
    page = await read(`page_size=10&before=${page?.previous}`)
    expect(page.orders).toEqual(expected.orders)
    expect(page.next).toBe(expected.next)
  }
  expect(page?.previous).toBeNull()
})

test('a numbered page has next and previous as well', async () => {
  const [first, second, third] = await walk('page_size=10')
  const numbered = await read('page_size=10&page_number=2')
  expect((await read(`page_size=10&after=${numbered.next}`)).orders).toEqual(third?.orders)
  expect((await read(`page_size=10&before=${numbered.previous}`)).orders).toEqual(first?.orders)
  expect(numbered.orders).toEqual(second?.orders)
})

test('a page beyond the end has the last rows, and no next', async () => {
  const orders = (await walk('page_size=10')).flatMap((page) => page.orders)
  const beyond = await read('page_size=10&page_number=99')
  expect(beyond).toEqual({ orders: orders.slice(-10), next: null, previous: expect.any(String) })
  const none = await read('page_size=10&page_number=99&keyword=no-such-order')
  expect(none).toEqual({ orders: [], next: null, previous: null })
})

test('a page does not shift when a newer order is recorded', async () => {
  const [first, second] = await walk('page_size=10')
  await record(ORDERS)
  expect((await read('page_size=10')).orders).not.toEqual(first?.orders)
  expect((await read(`page_size=10&after=${first?.next}`)).orders).toEqual(second?.orders)
})

test('any walk sees each row once, with pages of any size and new orders between them', async () => {
  let recorded = 3 * ORDERS
  const filter = { publisherId: fixtures.publisherId }
  const step = fc.record({ size: fc.integer({ min: 1, max: 20 }), isOrderBefore: fc.boolean() })
  const read = (size: number, place?: Pick<KeysetPage, 'next'>) =>
    listKeysetPage(database.db, filter, { page: { number: 1, size }, after: place?.next ?? undefined })
  const check = async (steps: { size: number; isOrderBefore: boolean }[]) => {
    const all = (await read(1000)).rows.map(({ orderRef }) => orderRef)
    const seen: string[] = []
    let page: KeysetPage | undefined
    for (let index = 0; page === undefined || page.next !== null; index += 1) {
      const { size, isOrderBefore } = steps[index % steps.length] ?? { size: 20, isOrderBefore: false }
      if (isOrderBefore && index > 0 && index < steps.length) await record((recorded += 3))
      page = await read(size, page)
      seen.push(...page.rows.map(({ orderRef }) => orderRef))
    }
    expect(seen).toEqual(all)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), check), { numRuns: 12 })
})

test.each([
  ['the whole list', {}],
  ['one status', { status: 'PENDING' as const }],
  ['a keyword', { keyword: 'K-1' }],
  ['a keyword and a status', { keyword: 'K-1', status: 'CONFIRMED' as const }],
])('numbered pages of any size of %s are the list in parts, with its sums', async (_name, chosen) => {
  const { publisherId } = fixtures
  const filter = { publisherId, from: new Date('2026-10-01'), until: new Date('2026-11-01'), ...chosen }
  const { rows } = await listKeysetPage(database.db, filter, { page: { number: 1, size: 1000 } })
  const all = rows.map(({ orderRef }) => orderRef)
  expect(all.length).toBeGreaterThan(1)
  for (const size of [1, 7, Math.ceil(all.length / 2), all.length]) {
    const lastPage = Math.ceil(all.length / size)
    for (let number = 1; number <= lastPage + 1; number += 1) {
      const page = await readPublisherPage(database.db, filter, { number, size })
      const begin = (Math.min(number, lastPage) - 1) * size
      expect(page.rows.map(({ orderRef }) => orderRef)).toEqual(all.slice(begin, begin + size))
      expect(page.summaries.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      expect(new Set(page.summaries)).toEqual(new Set(await summariseTransactions(database.db, filter)))
    }
  }
})

test('a keyword without a transaction gives an empty page', async () => {
  const filter = { publisherId: fixtures.publisherId, keyword: 'no-such-order' }
  expect(await readPublisherPage(database.db, filter, { number: 3, size: 10 })).toEqual({ summaries: [], rows: [] })
})

test('the answer is the first page if less than a page precedes the row', async () => {
  const [first] = await walk('page_size=20')
  const short = await read(`page_size=30&before=${(await read(`page_size=20&after=${first?.next}`)).previous}`)
  expect(short).toEqual(await read('page_size=30'))
})

test('the advertiser pages through its own list', async () => {
  const list = { path: '/api/v1/brand/transactions', as: advertiser }
  const pages = await walk('page_size=20', list)
  expect(pages.flatMap(({ orders }) => orders)).toEqual((await walk('page_size=50')).flatMap(({ orders }) => orders))
})

test.each([
  ['after', 'after=2'],
  ['after', `after=${'0'.repeat(43)}`],
  ['before', 'before=%00'],
  ['before', `after=${'0'.repeat(44)}&before=${'0'.repeat(44)}`],
])('refuses a wrong %s (%s) and names it', async (field, query) => {
  for (const [path, as] of [
    [review, operator],
    ['/api/v1/brand/transactions', advertiser],
  ] as const) {
    const response = await server.get(`${path}?${query}`, { as })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ success: false, field })
  }
})
