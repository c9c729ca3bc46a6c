import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import type { Actor } from '#kernel/actor.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { PATIENT_MS, makeClick, makePool } from '#test/support/click-fixtures.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { HitView } from './contract.ts'
import type { Verdict } from './rules/verdict.ts'
import { createClickStore } from './engine/click-store.ts'
import { clickTokenKey, mintClickToken } from './routes/click-token.ts'
import { createHitRoutes } from './routes/hit-routes.ts'
import type { Click } from './tables.ts'

const HITS = '/api/v1/account/publishers/me/hits'
const tokenKey = clickTokenKey(Buffer.alloc(32, 5))
const week = 'begin=2026-03-28&end=2026-04-03'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let publisher: Actor & { publisherId: bigint }
let stranger: Actor & { publisherId: bigint }
let siteKey: string
let hits: Click[]

beforeAll(async () => {
  const ctx = testContext(database.db)
  publisher = await makePublisher(ctx)
  stranger = await makePublisher(ctx)
  const { publisherId } = publisher
  const site = await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example' })
  siteKey = site.key
  const { siteId } = await database.db
    .selectFrom('site')
    .select('id as siteId')
    .where('key', '=', siteKey)
    .executeTakeFirstOrThrow()
  // 60 hits over 12 days from 24 March on, so that the search reads more than one partition.
  const verdicts: Verdict[] = ['payable', 'bot', 'payable', 'not_joined', 'payable']
  hits = Array.from({ length: 60 }, (_, index) =>
    makeClick({
      publisherId,
      clickedAt: new Date(Date.UTC(2026, 2, 24) + index * 17_280_000 + 60_000),
      verdict: verdicts[index % 5] ?? 'payable',
      siteId: index % 2 === 0 ? siteId : 0n,
      sub1: `news-${index}`,
      sub3: index % 10 === 0 ? 'banner' : null,
    }),
  )
  const pool = makePool(database)
  await createClickStore(pool, { timeoutMs: PATIENT_MS }).insert([
    ...hits,
    makeClick({ publisherId: stranger.publisherId, clickedAt: new Date('2026-04-01T10:00:00Z'), sub1: 'news-30' }),
  ])
  await pool.end()
  server = await createTestServer(database.db, createHitRoutes(tokenKey))
})

afterAll(() => server.close())

interface Found {
  data: { hits: HitView[]; next: string | null; previous: string | null }
}

const search = async (query: string, as: Actor = publisher) =>
  (await server.get(`${HITS}?${query}`, { as })).json<Found>()
const count = async (query: string) =>
  (await server.get(`${HITS}/counts?${query}`, { as: publisher })).json<{
    data: { count: number; counts: Partial<Record<Verdict, number>> }
  }>().data

describe('the hit search', () => {
  test('shows the hits of the days, newest first, with all that is known of each', async () => {
    const { data } = await search(`${week}&page_size=50`)
    const expected = hits.filter(
      ({ clickedAt }) => clickedAt >= new Date('2026-03-28') && clickedAt < new Date('2026-04-04'),
    )
    expect(expected).toHaveLength(35)
    expect(data.hits.map(({ hit_id: id }) => id)).toEqual(expected.map(({ id }) => id).toReversed())
    expect(data.hits.find(({ subs }) => subs[0] === 'news-30')).toMatchObject({
      verdict: 'payable',
      hit_at: '2026-03-30T00:01:00.000Z',
      site_name: 'Blog',
      advertiser_name: null,
      destination: 'https://shop.example/?a=1',
      subs: ['news-30', '', 'banner', '', ''],
      country: 'United Kingdom',
      device: 'desktop',
    })
  })

  test('leads from page to page and back', async () => {
    const first = (await search(`${week}&page_size=20`)).data
    expect([first.hits.length, first.previous]).toEqual([20, null])
    const second = (await search(`${week}&page_size=20&after=${first.next}`)).data
    expect([second.hits.length, second.next]).toEqual([15, null])
    expect(new Set([...first.hits, ...second.hits].map(({ hit_id: id }) => id)).size).toBe(35)
    const back = (await search(`${week}&page_size=20&before=${second.previous}`)).data
    expect(back).toEqual(first)
  })

  test.each([
    ['a verdict', 'verdict=bot', 7],
    ['a site', () => `key=${siteKey}`, 18],
    ['the first sub id', 'sub_id=news-30', 1],
    ['another sub id', 'sub_id=banner', 4],
    ['a part of a sub id', 'sub_id=news', 0],
  ])('finds hits by %s', async (_name, query, expected) => {
    const filter = typeof query === 'string' ? query : query()
    expect((await search(`${week}&page_size=50&${filter}`)).data.hits).toHaveLength(expected)
  })

  test.each([
    ['eight days', 'begin=2026-03-27&end=2026-04-03', 'begin'],
    ['an end before its begin', 'begin=2026-04-03&end=2026-03-28', 'begin'],
    ['an unknown verdict', `${week}&verdict=fine`, 'verdict'],
    ['a page size that the specification does not have', `${week}&page_size=25`, 'page_size'],
    ['two cursors', `${week}&after=${'0'.repeat(44)}&before=${'0'.repeat(44)}`, 'before'],
  ])('refuses %s', async (_name, query, field) => {
    const response = await server.get(`${HITS}?${query}`, { as: publisher })
    expect([response.statusCode, response.json()]).toMatchObject([422, { field, message: expect.any(String) }])
  })
})

test('the counts by verdict add up to the hits of the range', async () => {
  const all = await count(week)
  expect(all).toEqual({ count: 35, counts: { payable: 21, bot: 7, not_joined: 7 } })
  const ofSite = await count(`${week}&key=${siteKey}`)
  expect(Object.values(ofSite.counts).reduce((sum, each) => sum + each, 0)).toBe(ofSite.count)
  expect(ofSite.count).toBe(18)
  expect(await count(`${week}&sub_id=banner`)).toEqual({ count: 4, counts: { payable: 4 } })
})

test('a click token finds its hit on any day; to another publisher it answers as one that does not exist', async () => {
  const own = hits[0]
  const publisherId = publisher.publisherId
  const token = mintClickToken(tokenKey, { publisherId, clickId: own?.id ?? '' })
  expect((await search(`click_token=${token}`)).data.hits).toMatchObject([{ hit_id: own?.id }])
  const read = async (asked: string) => (await server.get(`${HITS}?click_token=${asked}`, { as: stranger })).body
  const unknown = mintClickToken(tokenKey, { publisherId: stranger.publisherId, clickId: makeClick().id })
  expect(await read(token)).toBe(await read(unknown))
  expect(await read(token)).toBe(await read('forged'))
  expect(JSON.parse(await read(token))).toMatchObject({ data: { hits: [] } })
})

test("the key of another publisher's site answers as one that does not exist", async () => {
  const read = (key: string) => server.get(`${HITS}?key=${key}`, { as: stranger })
  const [other, unknown] = [await read(siteKey), await read('0'.repeat(16))]
  expect([other.statusCode, other.body]).toEqual([404, unknown.body])
})
