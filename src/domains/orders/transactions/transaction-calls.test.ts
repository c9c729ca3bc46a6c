import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#platform/server/context.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import { PUBLISHER_CONFIRMED, getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { transactionRoutes } from './routes/transaction-routes.ts'

const database = await openTestDatabase()
let fixtures: OrderFixtures
let server: Awaited<ReturnType<typeof createTestServer>>
let publisher: Actor
let stranger: Actor
let advertiser: Actor
let operator: Actor

const LIST = '/api/v1/transaction/list'
const october = 'begin=2026-10-01&end=2026-10-31'

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, transactionRoutes)
  const base = { kind: 'account' as const, email: 'x@y.example', displayName: 'X' }
  publisher = { ...base, accountId: 1n, role: 'publisher', publisherId: fixtures.publisherId }
  const strangerId = await insertPublisher(database.db, 'Stranger')
  stranger = { ...base, accountId: 2n, role: 'publisher', publisherId: strangerId }
  advertiser = { ...base, accountId: 3n, role: 'advertiser', advertiserId: fixtures.advertiserId }
  operator = { ...base, accountId: 1n, role: 'operator' }
  for (let index = 0; index < 12; index++) await record(index)
})

afterAll(() => server.close())

/** Records one of twelve orders of 10.00 to 120.00: one a day from 1 to 12 October 2026, at 23:30 UTC. */
async function record(index: number): Promise<void> {
  const now = new Date(Date.UTC(2026, 9, 1 + index, 23, 30))
  const click_id = await fixtures.makeClick({ agoMs: Date.now() - now.getTime() + 60_000, sub1: `sub-${index}` })
  const parameters = {
    token: fixtures.token,
    click_id,
    order_id: index === 3 ? '=SUM(A1)' : `O-${index}`,
    amount: `${10 * (index + 1)}`,
  }
  const ctx = { ...testContext(database.db), now }
  const outcome = await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
  if (outcome.result !== 'recorded') throw new Error(JSON.stringify(outcome))
}

interface List {
  success: true
  data: {
    count: number
    counts: Record<string, number>
    total_earnings: string
    transactions: Record<string, string | null>[]
  }
}

const list = async (query: string, as = publisher) => (await server.get(`${LIST}?${query}`, { as })).json<List>()

describe('the transaction list', () => {
  test('has the specified fields, number and totals, newest first', async () => {
    const { success, data } = await list(october)
    expect(success).toBe(true)
    expect(data.count).toBe(12)
    expect(data.total_earnings).toBe('78.0000')
    expect(data.transactions).toHaveLength(10)
    expect(data.transactions[0]).toMatchObject({
      transaction_date: '2026-10-12T23:30:00.000Z',
      advertiser_name: 'Brook & Birch',
      order_value: '120.0000',
      commission: '12.0000',
      click_page: 'https://notes.example/best-shoes',
      status: 'PENDING',
      order_id: 'O-11',
    })
  })

  test('has pages, and includes both days of the range in UTC', async () => {
    expect((await list(`${october}&page_number=2`)).data.transactions.map((row) => row['order_id'])).toEqual([
      'O-1',
      'O-0',
    ])
    const day = await list('begin=2026-10-05&end=2026-10-05')
    expect(day.data.transactions.map((row) => row['order_id'])).toEqual(['O-4'])
    for (const number of [99, 99_999_999, Number.MAX_SAFE_INTEGER]) {
      const beyond = await list(`${october}&page_number=${number}`)
      expect(beyond.data).toEqual((await list(`${october}&page_number=2`)).data)
    }
  })

  test.each([
    ['an order', 'O-7', 1],
    ['an advertiser in any case', 'brook', 12],
    ['a sub id', 'sub-11', 1],
    ['a page', 'best-shoes', 12],
    ['nothing', 'no match', 0],
    ['a wildcard of SQL', '%', 0],
  ])('finds %s', async (_name, keyword, count) => {
    expect((await list(`${october}&keyword=${encodeURIComponent(keyword)}`)).data.count).toBe(count)
  })

  test.each([
    ['page_size', 'page_size=7'],
    ['begin', 'begin=2026-10-31&end=2026-10-01'],
    ['begin', 'begin=2026-02-30'],
    ['end', 'end=2026-13-01'],
    ['page_number', 'page_number=0'],
    ['keyword', 'keyword=a%00b'],
    ['keyword', `keyword=${'x'.repeat(201)}`],
  ])('refuses a wrong %s (%s) and says which', async (field, query) => {
    const response = await server.get(`${LIST}?${query}`, { as: publisher })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ success: false, field, message: expect.any(String) })
  })

  test('shows a publisher only its own transactions', async () => {
    expect((await list(october, stranger)).data).toMatchObject({ count: 0, total_earnings: '0.0000' })
    expect((await server.get(LIST)).statusCode).toBe(401)
    expect((await server.get(LIST, { as: advertiser })).statusCode).toBe(403)
  })
})

describe('the download', () => {
  const download = async (query: string) =>
    (await server.get(`/api/v1/transaction/download?${query}`, { as: publisher })).body

  test('contains the rows of all pages of the query', async () => {
    const lines = (await download(`${october}&page_size=10&page_number=2`)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(13)
    expect(lines[0]).toMatch(/^transaction_id,order_id,event,advertiser_id,advertiser,site,sub1/)
    expect(lines[1]).toContain(',"O-11","sale",')
    expect(lines[1]).toContain(',120.0000,USD,12.0000,PENDING,')
  })

  test.each([
    ['/api/v1/brand/transactions', () => advertiser],
    ['/api/v1/operator/transactions', () => operator],
  ])('of %s has the rows and the sum of its list, with the publishers', async (path, getReader) => {
    const filter = `${october}&keyword=O-1`
    const lines = (await server.get(`${path}/download?${filter}`, { as: getReader() })).body.trimEnd().split('\r\n')
    const summary = (await server.get(`${path}/summary?${filter}`, { as: getReader() })).json<List>().data
    const names = lines[0]?.split(',') ?? []
    const sum = lines.slice(1).reduce((total, line) => total + Number(line.split(',')[names.indexOf('commission')]), 0)
    expect(lines).toHaveLength(1 + 3)
    expect(summary).toMatchObject({ count: 3, total_earnings: sum.toFixed(4) })
    expect(names).toContain('publisher')
    expect(names).toContain('sub1')
    expect(names.includes('referrer')).toBe(path.includes('operator'))
  })

  test('contains no formulas, and a byte order mark on request', async () => {
    expect(await download(october)).toContain(`,"'=SUM(A1)",`)
    expect((await download(october)).charCodeAt(0)).not.toBe(0xfeff)
    expect((await download(`${october}&bom=1`)).charCodeAt(0)).toBe(0xfeff)
  })
})

describe('one transaction', () => {
  test('has its whole timeline, and is hidden from other publishers', async () => {
    const { data } = await list(`${october}&keyword=O-7`)
    const url = `/api/v1/transaction/${data.transactions[0]?.['transaction_id']}`
    const timeline = (await server.get(url, { as: publisher })).json<{ data: Record<string, unknown> }>().data
    expect(timeline).toMatchObject({
      transaction: { expected_decision_date: expect.any(String) },
      reported: { order_value: '80.0000', commission: '8.0000' },
      click: {
        verdict: 'payable',
        country: 'United Kingdom',
        device: 'mobile',
        referrer: 'https://notes.example/best-shoes',
        subs: ['sub-7', '', '', '', ''],
      },
      terms: { version: 1, window_days: 30, rate: '10%' },
      reports: [{ method: 'server', result: 'recorded', difference: null }],
      decisions: [],
      postings: [],
    })
    const other = await server.get(url, { as: stranger })
    const unknown = await server.get(`/api/v1/transaction/${crypto.randomUUID()}`, { as: stranger })
    expect([other.statusCode, other.body]).toEqual([404, unknown.body])
  })
})

describe('the review', () => {
  const decide = (body: object) => server.post('/api/v1/operator/transactions/decide', { as: operator, json: body })
  const review = async (query: string) =>
    (await server.get(`/api/v1/operator/transactions?${query}`, { as: operator })).json<List>()

  const summary = async (query: string) =>
    (await server.get(`/api/v1/operator/transactions/summary?${query}`, { as: operator })).json<List>()

  test('decides several transactions, reports the refused ones and updates the lists', async () => {
    const { data } = await review('keyword=O-1')
    const names = data.transactions.map((row) => `${row['publisher_id']}.${row['transaction_id']}`)
    expect(names).toHaveLength(3)
    expect((await decide({ transactions: names, action: 'confirm' })).json()).toMatchObject({
      decided: 3,
      refused: [],
    })
    const again = (await decide({ transactions: names, action: 'confirm' })).json<{ refused: unknown[] }>()
    expect(again.refused).toHaveLength(3)
    const cancel = { transactions: names.slice(0, 1), action: 'cancel', reason_code: 'FRAUD', note: 'a note' }
    expect((await decide(cancel)).json()).toMatchObject({ decided: 1 })
    expect((await summary('')).data.counts).toEqual({ PENDING: 9, CONFIRMED: 2, CANCELLED: 1 })
    expect((await summary('status=CANCELLED')).data).toMatchObject({ count: 1, total_earnings: '0.0000' })
    const own = await list(`${october}&keyword=O-1`)
    expect(own.data.transactions[0]).toMatchObject({ status: 'CANCELLED', reason: 'FRAUD' })
    expect(own.data).toMatchObject({ count: 3, total_earnings: '13.0000' })
  })

  test('refuses a decision on a status that has changed since', async () => {
    const { data } = await review('keyword=O-8')
    const name = data.transactions.map((row) => `${row['publisher_id']}.${row['transaction_id']}`).join()
    const confirm = { transactions: [`${name}.PENDING`], action: 'confirm' }
    expect((await decide(confirm)).json()).toMatchObject({ decided: 1 })
    const cancel = { transactions: [`${name}.PENDING`], action: 'cancel', reason_code: 'FRAUD', note: 'stolen card' }
    expect((await decide(cancel)).json()).toMatchObject({ decided: 0, refused: [{}] })
    expect((await review('keyword=O-8')).data.transactions[0]).toMatchObject({ status: 'CONFIRMED' })
    expect((await decide({ ...confirm, transactions: [`${name}.PAID`] })).statusCode).toBe(422)
  })

  test('decides none of several transactions when one fails', async () => {
    const { data } = await review('status=PENDING')
    const rows = data.transactions.slice(0, 3)
    const [, , last] = rows
    // An entry that exists before its decision is a fault in the data, at which the third decision fails.
    const fromAccount = getReceivableAccount(fixtures.advertiserId)
    const posting = { fromAccount, toAccount: PUBLISHER_CONFIRMED, currency: 'USD', amount: 1n }
    await inTransaction(testContext(database.db), (tx) =>
      postEntries(tx, [
        {
          publisherId: fixtures.publisherId,
          kind: 'confirmation',
          sourceKind: 'transaction',
          sourceId: String(last?.['transaction_id']),
          sequence: 1,
          postings: [posting],
        },
      ]),
    )
    const before = (await summary('')).data.counts
    const transactions = rows.map((row) => `${row['publisher_id']}.${row['transaction_id']}`)
    expect((await decide({ transactions, action: 'confirm' })).statusCode).toBe(500)
    expect((await summary('')).data.counts).toEqual(before)
  })

  test('decides each transaction once when operators decide overlapping sets at the same time', async () => {
    const { data } = await review('status=PENDING')
    const names = data.transactions.slice(3, 7).map((row) => `${row['publisher_id']}.${row['transaction_id']}`)
    const sets = [names, names.toReversed(), names.slice(1), names.slice(0, 3).toReversed()]
    const answers = await Promise.all(sets.map((transactions) => decide({ transactions, action: 'confirm' })))
    const decided = answers.map((answer) => answer.json<{ decided: number }>().decided)
    expect(decided.reduce((sum, count) => sum + count, 0)).toBe(names.length)
  })

  test('requires a reason from the list for a cancellation', async () => {
    const { data } = await review('keyword=O-9')
    const transactions = data.transactions.map((row) => `${row['publisher_id']}.${row['transaction_id']}`)
    for (const reason of [{}, { reason_code: 'MOOD' }]) {
      const response = await decide({ transactions, action: 'cancel', ...reason })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ field: 'reason_code' })
    }
    expect((await decide({ transactions: ['nonsense'], action: 'confirm' })).statusCode).toBe(422)
    expect((await decide({ transactions: [], action: 'confirm' })).statusCode).toBe(422)
    expect((await summary('keyword=O-9')).data.counts['PENDING']).toBe(1)
  })

  test('is only for operators', async () => {
    for (const as of [publisher, advertiser]) {
      expect((await server.get('/api/v1/operator/transactions', { as })).statusCode).toBe(403)
      expect((await server.get('/api/v1/operator/transactions/summary', { as })).statusCode).toBe(403)
    }
  })
})

describe('the advertiser', () => {
  test('sees only its own transactions', async () => {
    const transactions = (await server.get(`/api/v1/brand/transactions?${october}`, { as: advertiser })).json<List>()
    const summary = await server.get(`/api/v1/brand/transactions/summary?${october}`, { as: advertiser })
    expect(summary.json()).toMatchObject({ data: { count: 12, total_order_value: '660.0000' } })
    expect(transactions.data.transactions[0]).toMatchObject({ publisher_name: 'Field Notes' })
  })
})
