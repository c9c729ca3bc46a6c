import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { couponLeakRoutes } from './routes/coupon-leaks.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, couponLeakRoutes)
})
afterAll(() => server.close())

test('orders with a code count as leaked unless its owner brought the click', async () => {
  const { fixtures, send, publisherId } = await openCouponShop(ctx, 'code_without_click')
  const { advertiserId } = fixtures
  const as: AccountActor = {
    kind: 'account',
    role: 'advertiser',
    accountId: 1n,
    email: 'anna@brook.example',
    displayName: 'Anna',
    advertiserId,
  }
  await send({ order_id: 'by-owner', click_id: await fixtures.makeClick({ publisherId }) })
  await send({ order_id: 'by-other', click_id: await fixtures.makeClick() })
  await send({ order_id: 'by-code' })
  const old = new Date(Date.now() - 31 * 86_400_000)
  await send({ order_id: 'long-ago' })
  await database.ownerDb
    .updateTable('transaction')
    .set({ transactionAt: old })
    .where('orderRef', '=', 'long-ago')
    .execute()
  const path = '/api/v1/brand/coupons'
  const use = { code: 'TEA10', orders: 3, by_others: 1, without_click: 1 }
  expect((await server.get(`${path}/use?code=tea10&code=OTHER`, { as })).json().data).toEqual([use])
  const { data } = (await server.get(`${path}/leak?code=tea10`, { as })).json()
  expect(data.use).toEqual(use)
  expect(data.orders).toMatchObject([
    { order_id: 'by-code', is_without_click: true, publisher_id: Number(publisherId) },
    { order_id: 'by-other', is_without_click: false, publisher_id: Number(fixtures.publisherId) },
  ])
  const other: AccountActor = { ...as, advertiserId: fixtures.otherAdvertiser.advertiserId }
  expect((await server.get(`${path}/leak?code=tea10`, { as: other })).json().data.orders).toEqual([])
})
