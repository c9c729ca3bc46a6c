import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toDay } from '#kernel/days.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { beginState } from '#domains/people/account-states/commands/change-state.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { measureListings } from './commands/measure-listings.ts'
import { listingRoutes } from './routes.ts'

const path = '/api/v1/brand/publisher-listings'
const own = '/api/v1/account/publishers/me/listing'

type Publisher = Awaited<ReturnType<typeof makePublisher>>

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let shop: Awaited<ReturnType<typeof makeProgram>>
let strong: Publisher
let weak: Publisher
let unknown: Publisher

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, listingRoutes)
  shop = await makeProgram(ctx, { joinMode: 'auto' })
  ;[strong, weak, unknown] = [await make(), await make(), await make()]
  for (const advertiserId of [901, 902, 903]) {
    await count(strong, { advertiserId, clicks: 600, orders: 60, cancelled: 2 })
    await count(weak, { advertiserId, clicks: 900, orders: 9, cancelled: 6 })
  }
  await count(unknown, { advertiserId: 901, clicks: 5000, orders: 500, cancelled: 0 })
  await sql`INSERT INTO rollup_advertiser_total
    SELECT advertiser_id, day, sum(clicks), sum(transactions), sum(cancelled_transactions), 0, 0,
      sum(confirmed_transactions), 0, 0, 0 FROM rollup_advertiser GROUP BY 1, 2`.execute(database.ownerDb)
  await sql`UPDATE site SET content_categories = '{Blogs}', audience_countries = '{DE}', script_found_at = now()
    WHERE publisher_id = ${weak.publisherId}`.execute(database.ownerDb)
  for (const publisher of [strong, weak, unknown]) await agree(publisher, true)
})
afterAll(() => server.close())

/** Makes a publisher with a site. */
async function make(): Promise<Publisher> {
  const publisher = await makePublisher(ctx)
  await sql`INSERT INTO site (publisher_id, key, name, url, created_at)
    VALUES (${publisher.publisherId}, lpad(${String(publisher.publisherId)}, 16, '0'), 'Blog', 'https://blog.example',
      now())`.execute(database.ownerDb)
  return publisher
}

interface Days {
  advertiserId: number
  clicks: number
  orders: number
  cancelled: number
}

/** Inserts what yesterday's clicks brought at an advertiser: of the orders that are not cancelled all are confirmed. */
async function count({ publisherId }: Publisher, { advertiserId, clicks, orders, cancelled }: Days) {
  await sql`
    INSERT INTO rollup_advertiser (publisher_id, day, advertiser_id, clicks, transactions, cancelled_transactions,
      order_value, commission, confirmed_transactions, confirmed_order_value, confirmed_commission, fee)
    VALUES (${publisherId}, ${addDays(toDay(ctx.now), -1)}, ${advertiserId}, ${clicks}, ${orders - cancelled},
      ${cancelled}, 0, 0, ${orders - cancelled}, 0, 0, 0)`.execute(database.ownerDb)
}

const agree = async (as: Publisher, isListed: boolean) =>
  expect((await server.post(own, { as, json: { is_listed: isListed } })).statusCode).toBe(200)

const get = async (query = '', as = shop.advertiser) => (await server.get(`${path}?${query}`, { as })).json().data
const list = async (query = '') =>
  (await get(query)).listings.map(({ publisher_id: id }: { publisher_id: number }) => BigInt(id))

test('ranks those who agreed by what was measured, and says what is too little', async () => {
  const { count: total, listings, program_path: join } = await get()
  expect([total, join]).toEqual([3, expect.stringContaining('/merchants/')])
  expect(listings).toMatchObject([
    {
      publisher_id: Number(strong.publisherId),
      evidence: {
        kind: 'measured',
        clicks: { from: 1000, below: 10_000 },
        orders_per_100_clicks: { from: 10, below: null },
        orders_compared: 'more',
        approval: { percent: { from: 95, below: null }, decided: { from: 100, below: 1000 }, compared: 'same' },
      },
    },
    { publisher_id: Number(weak.publisherId), is_verified: true, evidence: { kind: 'measured', approval: null } },
    // All orders are at one brand, so that its figures would be those of that brand.
    { publisher_id: Number(unknown.publisherId), evidence: { kind: 'few_brands' } },
  ])
  expect(JSON.stringify(listings)).not.toContain('1800')
})

test('filters and sorts, and exports what the filter shows', async () => {
  expect(await list('sort=clicks')).toEqual([strong, weak, unknown].map(({ publisherId }) => publisherId))
  expect(await list('category=Blogs')).toEqual([weak.publisherId])
  expect(await list('country=DE&verified=1&site_kind=website')).toEqual([weak.publisherId])
  expect(await list('site_kind=video')).toEqual([])
  // A publisher whose figures are not shown matches no number of clicks.
  expect(await list('min_clicks=1000')).toEqual([strong.publisherId, weak.publisherId])
  expect(await list('min_clicks=10000')).toEqual([])
  expect((await server.get(`${path}?min_clicks=7`, { as: shop.advertiser })).statusCode).toBe(422)
  const file = await server.get(`${path}/download?min_clicks=1000`, { as: shop.advertiser })
  const lines = file.body.trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('measured,1000-10000,10-,95-,100-1000')
})

test('shows the channel of a publisher and finds it, in any form of its address', async () => {
  const url = 'https://www.youtube.com/@Weak_Link/'
  await sql`UPDATE site SET url = ${url} WHERE publisher_id = ${weak.publisherId}`.execute(database.ownerDb)
  for (const keyword of ['@weak_link', 'weak_l', 'https://m.youtube.com/@WEAK_LINK/videos?si=x']) {
    const { listings } = await get(`keyword=${encodeURIComponent(keyword)}`)
    expect(listings, keyword).toMatchObject([{ site: 'youtube.com/@weak_link', site_url: url }])
  }
  expect(await list('keyword=youtube.com/@weakXlink')).toEqual([])
  const file = await server.get(`${path}/download?keyword=weak_link`, { as: shop.advertiser })
  expect(file.body).toContain(url)
})

test('lists nobody with a relation to the programme, without an open programme, or who withdrew', async () => {
  const other = await makeProgram(ctx, { joinMode: 'review' })
  const query = `keyword=${encodeURIComponent(weak.displayName)}`
  expect((await get(query, other.advertiser)).count).toBe(1)
  await requestJoin(ctx, { programId: other.programId, publisherId: weak.publisherId, message: '' })
  expect((await get(query, other.advertiser)).count).toBe(0)
  await database.db.updateTable('program').set({ status: 'paused' }).where('id', '=', other.programId).execute()
  expect(await get('', other.advertiser)).toMatchObject({ is_open: false, count: 0 })
  expect((await server.get(`${path}/download`, { as: other.advertiser })).statusCode).toBe(409)

  expect((await server.get(own, { as: unknown })).json().data).toMatchObject({
    is_listed: true,
    listing: { evidence: { kind: 'few_brands' } },
  })
  await agree(unknown, false)
  expect((await server.get(own, { as: unknown })).json().data).toEqual({ is_listed: false, listing: null })
  await measureListings(ctx)
  expect(await list()).not.toContain(unknown.publisherId)
})

test('lists nobody without an active site or whose account is suspended', async () => {
  await database.ownerDb
    .updateTable('site')
    .set({ isActive: false })
    .where('publisherId', '=', weak.publisherId)
    .execute()
  await measureListings(ctx)
  expect(await list()).toEqual([strong.publisherId])
  await beginState(ctx, { publisherId: strong.publisherId, state: 'suspended', reason: 'Odd clicks' })
  expect(await list()).toEqual([])
})
