import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { connectLocally } from '#test/support/local-connector.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer, trackingOrigin } from '#test/support/test-server.ts'
import { buildSnippet } from '../rules/tracker.ts'
import { installationRoutes } from './installation-routes.ts'

const publicUrl = 'http://localhost:3000'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let web: Server
let publisher: AccountActor & { publisherId: bigint }
let key: string
/** The page that the site serves. */
let page: { status: number; body: string }
let fetched: (string | undefined)[] = []

beforeAll(async () => {
  web = createServer((request, response) => {
    fetched.push(request.url)
    response.writeHead(page.status, request.url === '/moved' ? { Location: 'http://10.0.0.1/' } : {}).end(page.body)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  const outbound = new OutboundClient({
    userAgent: 'test',
    resolve: async (hostname) => (hostname === 'inside.example.com' ? ['127.0.0.1'] : ['93.184.215.14']),
    connect: connectLocally(port),
  })
  ctx = testContext(database.db)
  server = await createTestServer(database.db, installationRoutes(outbound))
})

afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await server.close()
})

beforeEach(async () => {
  fetched = []
  publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  key = (await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example.com/start' })).key
  page = { status: 200, body: `<head>${buildSnippet({ trackingOrigin, siteKey: key })}</head>` }
})

async function check(site_url: string, options: { siteKey?: string; as?: AccountActor } = {}) {
  const { siteKey = key, as = publisher } = options
  const check_str = buildSnippet({ trackingOrigin, siteKey }).replaceAll(/\s/g, '')
  const form = { site_url, check_str }
  const reply = await server.post('/api/v1/account/publishers/me/check_install', { as, form })
  return { status: reply.statusCode, ...reply.json() }
}

const findFoundAt = async () => (await listSites(ctx.db, publisher))[0]?.scriptFoundAt

test('finds the script on a page of the site, and notes when', async () => {
  expect(await findFoundAt()).toBeNull()
  expect(await check('http://www.blog.example.com/article')).toEqual({
    status: 200,
    success: true,
    result: 'found',
    message: 'The script is installed: the page holds it with the key of this site.',
  })
  expect(fetched).toEqual(['/article'])
  expect(await findFoundAt()).toBeInstanceOf(Date)
})

test('finds the script that a site loads from the address of the pages', async () => {
  page.body = buildSnippet({ trackingOrigin: publicUrl, siteKey: key })
  expect(await check('http://blog.example.com/')).toMatchObject({ success: true, result: 'found' })
  page.body = buildSnippet({ trackingOrigin: 'http://elsewhere.example', siteKey: key })
  expect(await check('http://blog.example.com/')).toMatchObject({ success: false, result: 'missing' })
})

test.each([
  ['missing', { status: 200, body: '<p>nothing</p>' }],
  ['other_key', { status: 200, body: buildSnippet({ trackingOrigin, siteKey: 'otherkey1234' }) }],
  ['unreachable', { status: 500, body: '' }],
] as const)('answers %s without success', async (result, served) => {
  page = served
  expect(await check('http://blog.example.com/')).toMatchObject({ status: 200, success: false, result })
  expect(await findFoundAt()).toBeNull()
})

test.each(['http://127.0.0.1/', 'http://[::1]/', 'http://0x7f000001/', 'http://blog.example.com:8080/', 'nonsense'])(
  'refuses %s before any connection',
  async (address) => {
    const { publisherId } = publisher
    const { key: siteKey } = await createSite(ctx, { publisherId, name: 'Inside', url: 'https://inside.example.com' })
    expect(await check(address)).toMatchObject({ status: 422, field: 'site_url' })
    expect(await check('http://inside.example.com/', { siteKey })).toMatchObject({ status: 422, code: 'account.57' })
    expect(fetched).toEqual([])
  },
)

test('refuses a page that redirects inside', async () => {
  page = { status: 302, body: '' }
  expect(await check('http://blog.example.com/moved')).toMatchObject({ status: 422, code: 'account.57' })
  expect(fetched).toEqual(['/moved'])
})

test("refuses a page of another site, and another publisher's key like an unknown one", async () => {
  expect(await check('http://elsewhere.example.com/')).toMatchObject({ status: 422, field: 'site_url' })
  const other = await makePublisher(ctx)
  const foreign = await check('http://blog.example.com/', { as: other })
  expect(foreign).toMatchObject({ status: 422, field: 'check_str' })
  expect(await check('http://blog.example.com/', { as: other, siteKey: 'nosuchkey1234567' })).toEqual(foreign)
  expect(fetched).toEqual([])
})

test('is for publishers, and at most sixty times an hour', async () => {
  const operator = await makeAccount(ctx, 'operator')
  expect(await check('http://blog.example.com/', { as: operator })).toMatchObject({ status: 403 })
  const windowStart = new Date(Math.floor(server.now().getTime() / 3_600_000) * 3_600_000)
  const limit = { key: `installation:${publisher.publisherId}`, windowStart, attempts: 60 }
  await database.db.insertInto('rateWindow').values(limit).execute()
  expect(await check('http://blog.example.com/')).toMatchObject({ status: 429 })
  expect(fetched).toEqual([])
})
