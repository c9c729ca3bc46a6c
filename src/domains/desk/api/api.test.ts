import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { createPromotion, endPromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import type { ApiAdvertiser, ApiPromotion, ApiTransaction } from './contract/v1.ts'
import type { FieldAdvertiser, FieldPaging, FieldTransaction } from './contract/field.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { fieldRoutes } from './routes/field-routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let key: string
let foreignKey: string

const start = Date.now() - 600_000
const orders = ['=cmd()', 'b<&>"', 'c,"d"', 'e', 'f']

beforeAll(async () => {
  server = await createTestServer(database.db, [...apiRoutes(await createTestSealing(database.db)), ...fieldRoutes])
  fixtures = await createOrderFixtures(database.db)
  const ctx = testContext(database.db)
  const scopes: KeyScope[] = ['read_transactions', 'read_directory']
  const foreigner = await insertPublisher(database.db, 'Other')
  key = (await createKey(ctx, { publisherId: fixtures.publisherId, name: 'a', scopes })).text
  foreignKey = (await createKey(ctx, { publisherId: foreigner, name: 'a', scopes })).text
  for (const [index, order] of orders.entries()) {
    const at = new Date(start + index * 1000)
    const click_id = await fixtures.makeClick({ sub1: `sub ${index}`, agoMs: Date.now() - at.getTime() + 5000 })
    const parameters = { token: fixtures.token, click_id, order_id: order, amount: '100' }
    await receivePostback({ ...ctx, now: at }, fixtures.source, { channel: 'query', parameters, isReadable: true })
  }
})

afterAll(() => server.close())

const get = (url: string, bearer = key) => server.get(url, { headers: { authorization: `Bearer ${bearer}` } })

interface Page<T> {
  data: T[]
  next_cursor: string | null
  synced_until: string
}

const list = async (query: string, bearer = key) =>
  (await get(`/api/v1/transactions?${query}`, bearer)).json<Page<ApiTransaction>>()

describe('GET /api/v1/transactions', () => {
  test('leads through all pages, oldest change first, each row once', async () => {
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page<ApiTransaction> = await list(`limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.data.length).toBeLessThanOrEqual(2)
      found.push(...page.data.map(({ order_id }) => order_id))
      cursor = page.next_cursor
    }
    expect(found).toEqual(orders)
  })

  test('answers RFC 3339 UTC, decimal strings with their currency, and the key of the site', async () => {
    const [first] = (await list('limit=1')).data
    expect(first).toMatchObject({
      status: 'PENDING',
      order_id: '=cmd()',
      order_value: '100.0000',
      commission: '10.0000',
      currency: 'USD',
      commission_currency: 'USD',
      usd_order_value: '100.0000',
      usd_commission: '10.0000',
      sub1: 'sub 0',
      transaction_time: new Date(start).toISOString(),
      updated_time: new Date(start).toISOString(),
      site_key: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('answers what changed since an instant, also a decision about an old order', async () => {
    const before = await list('')
    const [first] = before.data
    expect((await list(`updated_since=${new Date().toISOString()}`)).data).toEqual([])
    const ctx = testContext(database.db)
    const ids = { publisherId: fixtures.publisherId, transactionId: first?.transaction_id ?? '' }
    await decideTransaction(ctx, { ...ids, action: 'confirm', note: '' })
    const changed = await list(`updated_since=${encodeURIComponent(ctx.now.toISOString().replace('Z', '+00:00'))}`)
    expect(changed.data.map((row) => [row.transaction_id, row.status])).toEqual([[first?.transaction_id, 'CONFIRMED']])
    expect(Date.parse(changed.synced_until)).toBeLessThan(ctx.now.getTime())
    expect((await list('')).data.at(-1)?.transaction_id).toBe(first?.transaction_id)
  })

  test('filters by status, advertiser and a half-open range of time', async () => {
    expect((await list('status=CANCELLED')).data).toEqual([])
    expect((await list(`advertiser_id=${fixtures.otherAdvertiser.advertiserId}`)).data).toEqual([])
    const second = new Date(start + 1000).toISOString()
    const third = new Date(start + 2000).toISOString()
    expect((await list(`from=${second}&until=${third}`)).data.every((row) => row.transaction_time === second)).toBe(
      true,
    )
    expect((await list(`until=${second}`)).data.map((row) => row.order_id)).toEqual(['=cmd()'])
  })

  test('shows no publisher the rows of another', async () => {
    expect((await list('', foreignKey)).data).toEqual([])
    expect((await get('/api/v1/transactions?format=ndjson', foreignKey)).body).toBe('')
  })

  test('streams all rows as NDJSON and as CSV that is safe in a spreadsheet', async () => {
    const { data } = await list('')
    const lines = await get('/api/v1/transactions?format=ndjson')
    expect(lines.headers['content-type']).toContain('application/x-ndjson')
    expect(lines.headers['synced-until']).toBeDefined()
    expect(
      lines.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(data)
    const csv = await get('/api/v1/transactions?format=csv')
    const [header, ...rows] = csv.body.trim().split('\r\n')
    expect(header?.split(',')).toEqual(Object.keys(data[0] ?? {}))
    expect(rows).toHaveLength(data.length)
    expect(csv.body).toContain(`,"'=cmd()",`)
    expect(csv.body).toContain('"c,""d"""')
  })

  test.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=1', 'updated_since=yesterday', 'format=xml', 'status=PAID'])(
    'refuses %s with a problem document',
    async (query) => {
      const reply = await get(`/api/v1/transactions?${query}`)
      expect(reply.statusCode).toBe(422)
      expect(reply.headers['content-type']).toContain('application/problem+json')
      expect(reply.json()).toMatchObject({ status: 422, code: 'invalid_input', field: query.split('=')[0] })
    },
  )
})

describe('GET /api/v1/advertisers', () => {
  const listAdvertisers = async (query: string) =>
    (await get(`/api/v1/advertisers?${query}`)).json<Page<ApiAdvertiser>>()

  test('pages through the directory; a link is there once the publisher has joined', async () => {
    const first = await listAdvertisers('limit=1')
    expect(first.data[0]).toMatchObject({ name: 'Brook & Birch', membership: null, tracking_url: null })
    expect(first.data[0]?.rates).toContainEqual({ event: 'sale', kind: 'percent', value: '10', currency: 'USD' })
    const second = await listAdvertisers(`limit=1&cursor=${first.next_cursor}`)
    expect([second.data[0]?.name, second.next_cursor]).toEqual(['Other Shop', null])
    const since = new Date()
    await join(fixtures.advertiserId)
    const [joined, ...rest] = (await listAdvertisers(`updated_since=${since.toISOString()}`)).data
    expect(rest.map(({ name }) => name)).not.toContain('Brook & Birch')
    expect(joined?.tracking_url).toContain('/r?key=')
    expect((await listAdvertisers('membership=joined')).data).toHaveLength(1)
  })
})

describe('GET /api/v1/promotions', () => {
  test('lists what runs, and with updated_since what has ended', async () => {
    const ctx = testContext(database.db)
    await declareDomain(ctx, { advertiserId: fixtures.advertiserId, host: 'brook.example:8443' })
    const promotion = { type: 'coupon', title: 'Spring', description: '', code: 'TEN', category: 'Arts' } as const
    const input = { ...promotion, commission: '', url: 'https://brook.example:8443/sale', start: null, end: null }
    const { promotionId } = await createPromotion(ctx, { advertiserId: fixtures.advertiserId, promotion: input })
    const list = async (query: string) => (await get(`/api/v1/promotions?${query}`)).json<Page<ApiPromotion>>()
    const [found] = (await list('')).data
    expect(found).toMatchObject({ title: 'Spring', coupon: 'TEN', state: 'active', advertiser_name: 'Brook & Birch' })
    expect(found?.tracking_url).toContain(`promo=${promotionId}`)
    const field = await get('/api?act=promotions&outformat=json&category=4')
    expect(field.json()).toMatchObject({ response: { Num: 1 }, data: [{ Title: 'Spring', CouponCode: 'TEN' }] })
    expect((await get('/api?act=promotions&outformat=json&category=5')).json()).toMatchObject({ data: [] })
    const later = testContext(database.db)
    await endPromotion(later, { advertiserId: fixtures.advertiserId, promotionId })
    expect((await list('')).data).toEqual([])
    const changed = (await list(`updated_since=${later.now.toISOString()}`)).data
    expect(changed.map(({ state }) => state)).toEqual(['ended'])
    const next = new Date(later.now.getTime() + 1).toISOString()
    expect((await list(`updated_since=${next}`)).data).toEqual([])
  })
})

describe('POST /api/v1/links', () => {
  const make = (bearer: string, json: object) =>
    server.post('/api/v1/links', { json, headers: { authorization: `Bearer ${bearer}` } })

  test('makes links by the rule of the custom link page, for a key that may', async () => {
    const ctx = testContext(database.db)
    const writing = { publisherId: fixtures.publisherId, name: 'a', scopes: ['make_links'] as KeyScope[] }
    const { text } = await createKey(ctx, writing)
    const reply = await make(text, { urls: ['https://brook.example:8443/a', 'no page'], sub1: 'x' })
    const [made, refused] = reply.json<{ data: Record<string, unknown>[] }>().data
    expect(made).toMatchObject({ target: 'joined', advertiser_name: 'Brook & Birch', fault: null })
    expect(made?.['tracking_url']).toMatch(/\/r\?key=[0-9a-f]{16}&id=x&url=https%3A%2F%2Fbrook.example%3A8443%2Fa$/)
    expect(refused?.['tracking_url']).toBeNull()
    expect(refused?.['fault']).not.toBeNull()
    const lines = await database.db.selectFrom('auditLine').selectAll().where('action', '=', 'link.make').execute()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ actorKind: 'account', actorName: expect.stringMatching(/^api-key:\d+$/) })
    expect((await make(key, { urls: ['https://brook.example:8443/a'] })).statusCode).toBe(403)
    expect((await make(text, { urls: ['https://brook.example:8443/a'], site_key: 'foreign' })).statusCode).toBe(404)
    expect((await make(text, { urls: [] })).statusCode).toBe(422)
  })
})

describe('GET /api', () => {
  const today = toDay(new Date(start))
  const days = `bdate=${addDays(today, -1)}&edate=${addDays(today, 1)}`
  const transactions = `/api?act=transaction&${days}`

  test('answers transactions in the words of the field', async () => {
    const reply = await get(`${transactions}&outformat=json`)
    const { response, data } = reply.json<{ response: FieldPaging; data: FieldTransaction[] }>()
    expect(response).toEqual({ Num: data.length, PageNow: 1, PageTotal: 1 })
    expect(data.at(-1)).toEqual({
      TransactionID: expect.any(String),
      CreateTime: new Date(start).toISOString(),
      UpdateTime: expect.any(String),
      ClickTime: expect.any(String),
      Advertiser: 'Brook & Birch',
      SID: 'sub 0',
      OrderValue: '100.0000',
      Earnings: '10.0000',
      Currency: 'USD',
      EarningsCurrency: 'USD',
      State: 'CONFIRMED',
    })
    expect((await get(`${transactions}&outformat=json&page=2`)).json()).toMatchObject({ data: [] })
  })

  test('answers columns separated by tabs by default, and csv and xml', async () => {
    const text = await get(transactions)
    expect(text.headers['content-type']).toContain('text/plain')
    expect(text.headers).toMatchObject({ pagenow: '1', pagetotal: '1' })
    expect(text.body.split('\r\n')[0]?.split('\t')[0]).toBe('TransactionID')
    expect((await get(`${transactions}&outformat=csv`)).body.split('\r\n')[0]).toMatch(/^TransactionID,CreateTime/)
    const xml = (await get(`${transactions}&outformat=xml`)).body
    expect(xml).toContain('<result><response><Num>')
    expect(xml).toContain('<Advertiser>Brook &amp; Birch</Advertiser>')
  })

  test.each([
    ['bdate=2026-01-01&edate=2026-01-30', 200],
    ['bdate=2026-01-01&edate=2026-01-31', 422],
    ['bdate=2026-01-02&edate=2026-01-01', 422],
    ['bdate=2026-02-30&edate=2026-03-01', 422],
    ['edate=2026-03-01', 422],
    ['bdate=2026-01-01&edate=2026-01-02&page=0', 422],
    ['bdate=2026-01-01&edate=2026-01-02&outformat=pdf', 422],
  ])('%s answers %d', async (query, status) => {
    expect((await get(`/api?act=transaction&${query}`)).statusCode).toBe(status)
  })

  test('answers advertisers and categories', async () => {
    const advertisers = (await get('/api?act=advertiser&favor=1&outformat=json')).json<{ data: FieldAdvertiser[] }>()
    expect(advertisers.data).toHaveLength(1)
    expect(advertisers.data[0]).toMatchObject({ Name: 'Brook & Birch', CommissionModel: ['CPA', 'CPS'] })
    expect(advertisers.data[0]?.Domains).toEqual(['brook.example:8443'])
    expect((await get('/api?act=advertiser&domain=brook.example:80&outformat=json')).json()).toMatchObject({ data: [] })
    const categories = (await get('/api?act=category&outformat=json')).json()
    expect(categories.response).toEqual({ Num: 43, PageNow: 1, PageTotal: 1 })
    expect(categories.data[0]).toEqual({ ID: 1, Name: 'Accommodation' })
  })

  test.each(['0', '1.5', '1000001'])('refuses page %s by the name of its parameter', async (page) => {
    const { field, message } = (await get(`/api?act=category&page=${page}`)).json()
    expect([field, message]).toEqual(['page', 'page is a whole number from 1 to 1000000.'])
  })

  test('refuses an unknown act, and days that are none', async () => {
    const reply = await get('/api?act=payments')
    expect([reply.statusCode, reply.json().field]).toEqual([422, 'act'])
    const days = await get('/api?act=transaction&bdate=today&edate=x')
    expect([days.statusCode, days.json().field]).toEqual([422, 'bdate'])
  })
})

async function join(advertiserId: bigint): Promise<void> {
  const program = await database.db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const joined = { status: 'joined', requestedAt: now, decidedAt: now } as const
  await database.db
    .insertInto('membership')
    .values({ programId: program.id, publisherId: fixtures.publisherId, ...joined })
    .execute()
}
