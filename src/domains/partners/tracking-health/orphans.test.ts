import { listKeysetPage } from '#domains/orders/transactions/queries/transaction-rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { CoverageView, OrphanView } from './contract/orphans.ts'
import { orphanRoutes } from './routes/orphan-routes.ts'

const { database, fixtures, shop, nextOrder, close } = await openPostbackFixtures()
let server: Awaited<ReturnType<typeof createTestServer>>

const signIn = (advertiserId: bigint): Actor => ({
  kind: 'account',
  role: 'advertiser',
  accountId: 1n,
  email: 'anna@brook.example',
  displayName: 'Anna',
  advertiserId,
})
const as = signIn(fixtures.advertiserId)

beforeAll(async () => {
  server = await createTestServer(database.db, orphanRoutes({ tokens: fixtures.source }))
})
afterAll(async () => {
  await server.close()
  await close()
})

const list = async (query = '') =>
  (await server.get(`/api/v1/brand/orphans${query}`, { as })).json<{ data: { count: number; orphans: OrphanView[] } }>()
    .data

test('orders without a click are listed once, with who may have earned them, until they are recorded', async () => {
  const [old, forged, later] = [nextOrder(), nextOrder(), nextOrder()]
  const tooOld = await fixtures.makeClick({ agoMs: 40 * 86_400_000 })
  await shop.send({ click_id: tooOld, order_id: old, amount: '20' })
  await shop.send({ click_id: tooOld, order_id: old, amount: '20' })
  await shop.send({ click_id: 'x', order_id: forged, amount: '5' })
  await shop.send({ click_id: 'x', order_id: later, amount: '5' })
  await shop.send({ click_id: await fixtures.makeClick(), order_id: later, amount: '5' })
  await shop.send({ click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: 'five' })
  const { count, orphans } = await list()
  expect([count, orphans]).toMatchObject([
    2,
    [
      { order_id: forged, reason: 'forged_click_id', tries: 1, suggestions: [] },
      {
        order_id: old,
        reason: 'expired_click',
        tries: 2,
        suggestions: [{ publisher_id: Number(fixtures.publisherId), clue: 'click' }],
      },
    ],
  ])
  expect(await list('?reason=expired_click')).toMatchObject({ count: 1, orphans: [{ order_id: old }] })
  const other = signIn(fixtures.otherAdvertiser.advertiserId)
  expect((await server.get('/api/v1/brand/orphans', { as: other })).json()).toMatchObject({ data: { count: 0 } })
})

test('coverage and list mark an order that looks like the second report of a sale', async () => {
  const click_id = await fixtures.makeClick()
  const [first, second, another] = [nextOrder(), nextOrder(), nextOrder()]
  await shop.send({ click_id, order_id: first, amount: '41' })
  await shop.send({ click_id, order_id: second, amount: '41' })
  await shop.send({ click_id, order_id: another, amount: '42' })
  const { rows } = await listKeysetPage(database.db, {}, { page: { number: 1, size: 10 } })
  const marks = [first, second, another].map((order) => rows.find(({ orderRef }) => orderRef === order)?.sameSaleAs)
  expect(marks).toEqual([null, first, null])
  const { data } = (await server.get('/api/v1/brand/coverage', { as })).json<{ data: CoverageView }>()
  expect(data.same_sales).toBe(1)
})

test('coverage tells server and pixel apart, and knows who reported the same order twice', async () => {
  const order = { click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '7' }
  await shop.send(order)
  await fetch(`${shop.origin}/p.gif?${new URLSearchParams({ token: fixtures.token, ...order })}`)
  const { data } = (await server.get('/api/v1/brand/coverage', { as })).json<{ data: CoverageView }>()
  const [byServer, byPixel, byCoupon] = data.channels
  expect(byServer).toMatchObject({ channel: 'server', orders: data.orders, percent: 100, alone: data.orders - 1 })
  expect(byPixel).toMatchObject({ channel: 'pixel', orders: 1, alone: 0 })
  expect(byCoupon).toMatchObject({ channel: 'coupon', orders: 0, last_at: null })
})
