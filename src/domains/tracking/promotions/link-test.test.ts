import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { connectLocally } from '#test/support/local-connector.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { linkTestRoutes } from './routes/link-test-routes.ts'
import { promotionRoutes } from './routes/promotion-routes.ts'

/** The shop drops the query on one way and keeps it on another. */
const web = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://shop')
  const to = { '/keeps': `/page${search}`, '/drops': '/page' }[pathname]
  response.writeHead(to === undefined ? 200 : 302, to === undefined ? {} : { Location: to }).end()
})
const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const connect = connectLocally((web.address() as AddressInfo).port)
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => ['93.184.216.34'], connect })
  const routes = [...promotionRoutes, ...linkTestRoutes({ outbound, mintTestClick: () => 'test-1' })]
  server = await createTestServer(database.db, routes)
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await server.close()
})

test('a test before the promotion exists counts for it, and the next one replaces it', async () => {
  const ctx = testContext(database.db)
  const { advertiser, advertiserId } = await makeProgram(ctx)
  const as: AccountActor = { ...advertiser, advertiserId }
  await declareDomain(ctx, { advertiserId, host: 'shop.example' })
  const path = `/api/v1/advertiser/${advertiserId}/promotions`
  const walk = async (url: string) => (await server.post(`${path}/link-test`, { as, json: { url } })).json()
  const url = 'http://shop.example/keeps?size=4'
  const { data } = await walk(url)
  expect(data).toMatchObject({ fault: null, lost_at: null, hops: [{ status: 302 }, { status: 200, has_click: true }] })
  const promotion = { type: 'deal', title: 'Tea week', category: 'Food', url }
  await server.post(path, { as, json: promotion })
  const read = async () => (await server.get(path, { as })).json().data.promotions[0]
  expect(await read()).toMatchObject({ link_test: { fault: null }, checks: [] })
  const drops = 'http://shop.example/drops'
  expect((await walk(drops)).data).toMatchObject({ fault: 'lost', lost_at: 1 })
  const { id } = await read()
  await server.post(`${path}/${id}`, { as, json: { ...promotion, url: drops } })
  expect(await read()).toMatchObject({ link_test: { fault: 'lost' }, checks: ['link_failed'] })
  expect(await walk('https://elsewhere.example/')).toMatchObject({ success: false, field: 'url' })
  const { month, promotions } = (await server.get(`${path}/month`, { as })).json().data
  expect([month, promotions.length]).toEqual([new Date().toISOString().slice(0, 7), 1])
  expect((await server.get(`${path}/month?month=2020-01`, { as })).json().data.count).toBe(0)
})
