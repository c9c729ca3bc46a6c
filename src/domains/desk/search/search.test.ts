import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { clickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertInvoice } from '#test/support/invoices.ts'
import { makeAccount, makeAdvertiser, makePublisher, makeSubAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { searchRoutes } from './routes.ts'
import { readTerm } from './rules.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let operator: AccountActor
let advertiser: AccountActor
let publisher: AccountActor
let strangers: AccountActor[]
let order: { transactionId: string; orderRef: string }

beforeAll(async () => {
  server = await createTestServer(database.db, searchRoutes(clickTokenKey(Buffer.alloc(32, 7))))
  fixtures = await createOrderFixtures(database.db)
  operator = await makeAccount(ctx(), 'operator')
  advertiser = { ...(await makeAdvertiser(ctx())), advertiserId: fixtures.advertiserId }
  publisher = { ...(await makePublisher(ctx())), publisherId: fixtures.publisherId }
  strangers = [await makeAdvertiser(ctx()), await makePublisher(ctx())]
  const { transactionId } = await recordPending(ctx(), fixtures)
  const { orderRef } = await database.db
    .selectFrom('transaction')
    .select('orderRef')
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  order = { transactionId, orderRef }
})

afterAll(() => server.close())

const ctx = () => testContext(database.db)

interface Found {
  kind: string
  title: string
  path: string
}

async function search(as: AccountActor, text: string): Promise<Found[]> {
  const answer = await server.get(`/api/v1/search?q=${encodeURIComponent(text)}`, { as })
  expect(answer.statusCode).toBe(200)
  return answer.json().data.results
}

const paths = async (as: AccountActor, text: string) => (await search(as, text)).map(({ path }) => path)

describe('a transaction', () => {
  test('is found by its order id and by its id, by those who may see it', async () => {
    const { transactionId, orderRef } = order
    const { publisherId } = fixtures
    for (const text of [orderRef, ` ${orderRef} `, transactionId, transactionId.toUpperCase()]) {
      expect(await paths(operator, text), text).toEqual([`/operator/transactions/${publisherId}/${transactionId}`])
      expect(await paths(advertiser, text), text).toEqual([`/brand/transactions/${publisherId}/${transactionId}`])
      expect(await paths(publisher, text), text).toEqual([`/transactions/${transactionId}`])
    }
  })

  test('of another account is answered as one that does not exist', async () => {
    for (const as of strangers) {
      const unknown = await server.get(`/api/v1/search?q=${randomUUID()}`, { as })
      for (const text of [order.orderRef, order.transactionId]) {
        expect((await server.get(`/api/v1/search?q=${text}`, { as })).body).toBe(unknown.body)
      }
    }
  })

  test('is found by the token of its click, which its publisher also sees as a hit', async () => {
    const click_id = await fixtures.makeClick()
    expect(await paths(publisher, click_id)).toEqual([`/hits?click_token=${click_id}`])
    expect(await paths(operator, click_id)).toEqual([])
    for (const as of strangers) expect(await paths(as, click_id)).toEqual([])
    expect(await paths(publisher, `${click_id.slice(0, -1)}${click_id.endsWith('A') ? 'B' : 'A'}`)).toEqual([])
  })

  test('of another site is not found by a sub-account', async () => {
    const { publisherId } = fixtures
    const { key } = await createSite(ctx(), { publisherId, name: 'Second', url: 'https://second.example' })
    const reader = await makeSubAccount(ctx(), { publisherId, siteKey: key, access: 'read_only' })
    expect(await paths(reader, order.orderRef)).toEqual([])
  })
})

describe('an operator', () => {
  test('finds accounts, hosts, invoices, codes, ids and the beginnings of names', async () => {
    const { publisherId, advertiserId } = fixtures
    expect(await search(operator, advertiser.email.toUpperCase())).toMatchObject([
      { kind: 'account', title: advertiser.email },
    ])
    await declareDomain(ctx(), { advertiserId, host: 'shop.brook.example' })
    expect(await search(operator, 'shop.brook.example')).toMatchObject([{ kind: 'host' }])
    const invoiceId = await insertInvoice(ctx(), advertiserId)
    const { number } = await database.db
      .selectFrom('invoice')
      .select('number')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    expect(await search(operator, `inv-${number}`)).toMatchObject([{ kind: 'invoice' }])
    expect(await paths(operator, String(publisherId))).toContain(`/operator/publishers/${publisherId}`)
    expect(await paths(operator, 'field no')).toEqual([`/operator/publishers/${publisherId}`])
    expect(await paths(operator, 'brook & b')).toEqual([`/operator/advertisers/${advertiserId}`])
    expect(await paths(operator, '%')).toEqual([])
    expect(await paths(operator, '__')).toEqual([])
  })

  test('finds a channel by its address in any form', async () => {
    const { publisherId } = fixtures
    await createSite(ctx(), { publisherId, name: 'Mina', url: 'https://www.instagram.com/mina_park/?igsh=x' })
    for (const text of ['instagram.com/mina_park', 'https://www.Instagram.com/Mina_Park?igsh=y']) {
      expect(await search(operator, text)).toMatchObject([
        { kind: 'site', title: 'Mina', path: `/operator/publishers/${publisherId}` },
      ])
      expect(await search(advertiser, text)).toEqual([])
    }
    expect(await search(operator, 'instagram.com/minaXpark')).toEqual([])
    expect(await search(operator, 'instagram.com')).toEqual([])
  })

  test('needs two-step sign-in first, if it is required', async () => {
    const as = { ...operator, mustSetUpTwoStep: true }
    expect((await server.get('/api/v1/search?q=a', { as })).statusCode).toBe(403)
  })
})

test('a brand does not find the invoices, hosts and e-mails of others', async () => {
  const [stranger] = strangers
  if (!stranger) throw new Error('There are strangers')
  for (const text of ['INV-1', 'shop.brook.example', operator.email, 'field notes', 'brook']) {
    expect(await paths(stranger, text), text).toEqual([])
  }
})

test.each(['', ' ', 'x'.repeat(121)])('reads nothing of %j', (text) => {
  expect(readTerm(text)).toBeUndefined()
})

test.each([
  ['INV-00012', { invoice: 12 }],
  ['a@b.example', { email: 'a@b.example' }],
  ['Shop.Example', { host: 'shop.example' }],
  ['42', { id: 42n }],
  ['abcdefghij012345', { siteKey: 'abcdefghij012345' }],
  ['Field Notes', { name: 'field notes' }],
  ['https://www.tiktok.com/@Mina?_t=8a', { channel: 'tiktok.com/@mina' }],
  ['shop.example/blog', { channel: undefined }],
])('reads the shape of %j', (text, expected) => {
  expect(readTerm(text)).toMatchObject(expected)
})
