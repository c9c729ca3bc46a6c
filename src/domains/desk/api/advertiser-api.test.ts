import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { Decision } from '#domains/orders/transactions/rules/decide.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { revokeKey } from '#domains/people/api-keys/commands/revoke-key.ts'
import { changeRole } from '#domains/people/teams/commands/change-member.ts'
import { listMembers } from '#domains/people/teams/queries.ts'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { ORDERS, openAdvertiserApi } from '#test/support/advertiser-api.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import type { ApiOrder } from './contract/advertiser.ts'

const database = await openTestDatabase()
let api: Awaited<ReturnType<typeof openAdvertiserApi>>

beforeAll(async () => {
  api = await openAdvertiserApi(database.db)
})

afterAll(() => api.close())

const ctx = () => testContext(database.db)

async function decide(order: ApiOrder, decision: Decision) {
  const context = ctx()
  const publisherId = BigInt(order.publisher_id)
  await decideTransaction(context, { publisherId, transactionId: order.transaction_id, ...decision })
  return context.now.toISOString()
}

describe('GET /api/v1/program/orders', () => {
  test('leads through all orders once, the oldest change first; streams contain the same', async () => {
    const found = await api.readPages<ApiOrder>('/orders')
    expect(found.map(({ order_id }) => order_id)).toEqual(ORDERS)
    expect(await api.readStreams('/orders')).toEqual(found)
    expect((await api.get('/orders?format=csv')).body).toContain(`,"'=cmd()",`)
  })

  test('answers what the brand sees of an order, and nothing of its buyer', async () => {
    const [first] = (await api.list<ApiOrder>('/orders?limit=1')).data
    expect(first).toMatchObject({
      status: 'PENDING',
      order_value: '100.0000',
      commission: '10.0000',
      usd_commission: '10.0000',
      usd_fee: '0.0000',
      hold_reason: null,
      publisher_id: Number(api.publisherId),
      publisher_name: 'Field Notes',
      site_name: 'Notes',
      sub1: 'sub =cmd()',
      items: [
        { group: 'shoes', sku: null, quantity: null, amount: '80.0000' },
        { group: 'socks', sku: null, quantity: null, amount: '20.0000' },
      ],
      updated_time: new Date(api.start).toISOString(),
    })
    const seen = Object.keys(first ?? {})
    for (const hidden of ['site_key', 'referrer', 'email', 'ip', 'user_agent']) expect(seen).not.toContain(hidden)
  })

  test('lists a confirmed and an amended order again, with fee and items as they became', async () => {
    await sql`UPDATE program_terms SET fee_ppm = 200000 WHERE id = ${api.termsId}`.execute(database.ownerDb)
    const [first, second] = (await api.list<ApiOrder>('/orders')).data
    if (!first || !second) throw new Error('There are orders')
    const since = await decide(first, { action: 'confirm' })
    const items = [{ group: 'shoes', sku: null, quantity: null, amount: 600_000n }]
    await decide(second, { action: 'amend', orderValue: 600_000n, items })
    const changed = await api.readPages<ApiOrder>(`/orders?updated_since=${since}`)
    expect(changed.map(({ order_id, status, usd_fee }) => [order_id, status, usd_fee])).toEqual([
      ['=cmd()', 'CONFIRMED', '2.0000'],
      ['b,"c"', 'PENDING', '0.0000'],
    ])
    expect(changed[1]).toMatchObject({ order_value: '60.0000', commission: '6.0000' })
    expect(changed[1]?.items).toEqual([{ group: 'shoes', sku: null, quantity: null, amount: '60.0000' }])
    expect(await api.readStreams(`/orders?updated_since=${since}`)).toEqual(changed)
    const later = await decide(second, { action: 'amend', orderValue: 500_000n })
    const again = (await api.list<ApiOrder>(`/orders?updated_since=${later}`)).data
    expect(again).toMatchObject([{ order_id: 'b,"c"', items: [] }])
    const all = await api.readPages<ApiOrder>('/orders')
    expect(all.map(({ order_id }) => order_id)).toEqual(['d', 'e', 'f', '=cmd()', 'b,"c"'])
  })

  test('an order that changes between two pages comes once more at the end', async () => {
    const { data, next_cursor: cursor } = await api.list<ApiOrder>('/orders?limit=1')
    const [first] = data
    if (!first) throw new Error('There are orders')
    await decide(first, { action: 'cancel', reasonCode: 'RETURNED_MERCHANDISE' })
    const rest = (await api.list<ApiOrder>(`/orders?cursor=${cursor}`)).data
    expect(rest.at(-1)).toMatchObject({ transaction_id: first.transaction_id, status: 'CANCELLED' })
    expect(new Set(rest.map(({ transaction_id: id }) => id)).size).toBe(ORDERS.length)
  })

  test('filters by status, publisher and a half-open range of time', async () => {
    const refs = async (query: string) => (await api.list<ApiOrder>(`/orders?${query}`)).data.map((row) => row.order_id)
    expect(await refs('status=CONFIRMED')).toEqual(['=cmd()'])
    expect(await refs(`publisher_id=${api.otherPublisherId}`)).toEqual(['f'])
    const [from, until] = [1000, 3000].map((ms) => new Date(api.start + ms).toISOString())
    expect((await refs(`from=${from}&until=${until}`)).toSorted()).toEqual(['b,"c"', 'd'])
  })

  test('shows no brand the orders of another, and a publisher id opens none', async () => {
    for (const query of ['', `?publisher_id=${api.publisherId}`]) {
      expect((await api.list(`/orders${query}`, api.foreignKey)).data).toEqual([])
    }
    expect((await api.get('/orders?format=ndjson', api.foreignKey)).body).toBe('')
  })

  test.each(['limit=0', 'limit=1001', 'cursor=1', 'updated_since=yesterday', 'format=xml', 'status=PAID'])(
    'refuses %s with a problem document',
    async (query) => {
      const reply = await api.get(`/orders?${query}`)
      expect(reply.headers['content-type']).toContain('application/problem+json')
      expect(reply.json()).toMatchObject({ status: 422, code: 'invalid_input', field: query.split('=')[0] })
    },
  )
})

describe('a key', () => {
  test('opens the calls of its scopes only', async () => {
    const code = async (path: string, bearer: string) => (await api.get(path, bearer)).json().code ?? 'works'
    const { text: reader } = await api.makeKey(api.advertiserId, ['read_program'])
    expect([await code('/orders', reader), await code('/invoices', reader)]).toEqual(['works', 'key.scope'])
    const scopes: KeyScope[] = ['read_transactions', 'read_directory']
    const { text } = await createKey(ctx(), { publisherId: api.publisherId, name: 'a', scopes })
    expect(await code('/orders', text)).toBe('key.scope')
    expect((await api.get('/orders', 'tdm_none')).json().code).toBe('key.wrong')
  })

  test('reads nothing once it is revoked, and no invoices once its maker may not', async () => {
    const { advertiserId } = api
    const { text, keyId, owner } = await api.makeKey(advertiserId)
    expect((await api.get('/invoices', text)).statusCode).toBe(200)
    const member = (await listMembers(database.db, { advertiserId })).find((each) => each.accountId === owner.accountId)
    await changeRole(ctx(), { advertiserId, memberId: member?.id ?? 0n, role: 'developer' })
    expect([(await api.get('/invoices', text)).json().code, (await api.get('/orders', text)).statusCode]).toEqual([
      'key.scope',
      200,
    ])
    await revokeKey(ctx(), { advertiserId, keyId })
    expect((await api.get('/orders', text)).json().code).toBe('key.wrong')
  })

  test('belongs to a publisher or to an advertiser and has scopes of its owner, also in the database', async () => {
    const row = { prefix: 'a'.repeat(12), secretHash: Buffer.alloc(32), name: 'a', createdAt: new Date() }
    const insert = (owner: { publisherId: bigint | null; advertiserId: bigint | null }, scopes: KeyScope[]) =>
      database.db
        .insertInto('apiKey')
        .values({ ...row, ...owner, scopes })
        .execute()
    const { publisherId, advertiserId } = api
    await expect(insert({ publisherId, advertiserId }, ['read_program'])).rejects.toThrow('api_key_owner')
    await expect(insert({ publisherId: null, advertiserId: null }, ['read_program'])).rejects.toThrow('api_key_owner')
    await expect(insert({ publisherId, advertiserId: null }, ['read_program'])).rejects.toThrow('api_key_scopes')
    await expect(insert({ publisherId: null, advertiserId }, ['read_directory'])).rejects.toThrow('api_key_scopes')
  })
})
