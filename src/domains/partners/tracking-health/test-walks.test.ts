import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { readState } from '#test/support/access-network.ts'
import { connectLocally } from '#test/support/local-connector.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { TestWalkView } from './contract/test-walks.ts'
import { walkRoutes } from './routes/walk-routes.ts'

const path = '/api/v1/brand/test-walks'
const { database, fixtures, shop, nextOrder, close } = await openPostbackFixtures()
const advertiser: Actor = {
  kind: 'account',
  role: 'advertiser',
  accountId: 1n,
  email: 'anna@brook.example',
  displayName: 'Anna',
  advertiserId: fixtures.advertiserId,
}
let addresses = ['93.184.216.34']
let redirects: Record<string, string> = {}
let server: Awaited<ReturnType<typeof createTestServer>>

/** The web of the shop: each path answers, or leads where `redirects` says, with the query that came. */
const web = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://shop')
  const to = redirects[`${request.headers.host}${pathname}`]
  response.writeHead(to === undefined ? 200 : 302, to === undefined ? {} : { Location: to.replace('?*', search) }).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const connect = connectLocally((web.address() as AddressInfo).port)
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => addresses, connect })
  const mintTestClick = ({ advertiserId }: { advertiserId: bigint }) => fixtures.issueTestClick({ advertiserId })
  server = await createTestServer(database.db, walkRoutes({ outbound, mintTestClick }))
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await server.close()
  await close()
})

async function start(): Promise<string> {
  const response = await server.post(path, { as: advertiser, json: {} })
  return response.json<{ walk_id: string }>().walk_id
}

const read = async (id: string) =>
  (await server.get(`${path}/${id}`, { as: advertiser })).json<{ data: TestWalkView }>().data

async function walk(id: string): Promise<TestWalkView> {
  for (;;) {
    const response = await server.post(`${path}/${id}/step`, { as: advertiser, json: {} })
    const { data } = response.json<{ data: TestWalkView }>()
    if (!data.is_walking) return data
  }
}

test('a test click is walked to the last page, its postback is priced, and both count nowhere', async () => {
  redirects = { 'brook.example/': 'http://www.brook.example/?*', 'www.brook.example/': '/shop?*' }
  const before = await readState(database.ownerDb, ['test_walk', 'test_order', 'audit_line', 'rate_window'])
  const id = await start()
  expect(await read(id)).toMatchObject({ is_walking: true, hops: [], order: null })
  const walked = await walk(id)
  expect(walked).toMatchObject({ fault: null, lost_at: null, click_param: 'click_id', rejected_since: 0 })
  expect(walked.hops.map(({ status, has_click: hasClick }) => [status, hasClick])).toEqual([
    [302, true],
    [302, true],
    [200, true],
  ])
  expect(walked.hops[2]?.url).toBe(`http://www.brook.example/shop?click_id=${walked.token}&afsrc=1`)
  await shop.send({ click_id: walked.token, order_id: nextOrder(), amount: '100' })
  expect(await read(id)).toMatchObject({ order: { reason: null, commission: '10.0000', terms_version: 1 } })
  expect(await readState(database.ownerDb, ['test_walk', 'test_order', 'audit_line', 'rate_window'])).toBe(before)
})

test('a redirect that drops the click is named, and a postback without it is counted', async () => {
  redirects = { 'brook.example/': 'http://brook.example/shop' }
  const id = await start()
  expect(await walk(id)).toMatchObject({ fault: 'lost', lost_at: 1 })
  await shop.send({ order_id: nextOrder(), amount: '100' })
  expect(await read(id)).toMatchObject({ order: null, rejected_since: 1 })
})

test('private addresses are refused, at first and behind a redirect', async () => {
  redirects = { 'brook.example/': 'http://10.0.0.1/' }
  expect(await walk(await start())).toMatchObject({ fault: 'refused', hops: [{ status: 302 }, { status: 0 }] })
  addresses = ['127.0.0.1']
  expect(await walk(await start())).toMatchObject({ fault: 'refused', hops: [{ status: 0, has_click: true }] })
  addresses = ['93.184.216.34']
})

test('walks are limited to thirty an hour', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 31; count += 1) {
    statuses.add((await server.post(path, { as: advertiser, json: {} })).statusCode)
  }
  expect([...statuses]).toEqual([200, 429])
  const { length } = await database.db.selectFrom('testWalk').select('id').execute()
  expect(length).toBe(20)
})
