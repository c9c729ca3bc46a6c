import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { makeClick } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount } from '#test/support/network-fixtures.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { rebuildRollups } from './commands/rebuild-rollups.ts'
import { countNetworkHitsCall } from './contract/network-hits.ts'
import { verifyRollups } from './queries/verify-rollups.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

const now = new Date('2026-03-05T12:20:00Z')
const closed = new Date('2026-03-03T10:00:00Z')
const open = new Date('2026-03-05T12:00:00Z')

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
  operator = await makeAccount(testContext(database.db), 'operator')
  const hits: [Verdict, bigint, string][] = [
    ['payable', 1n, '2026-03-03T10:01:00Z'],
    ['not_navigation', 1n, '2026-03-03T10:02:00Z'],
    ['payable', 2n, '2026-03-04T09:00:00Z'],
    ['unknown_site', 0n, '2026-03-03T10:03:00Z'],
    ['unknown_site', 0n, '2026-03-05T12:19:00Z'],
  ]
  const clicks = hits.map(([verdict, publisherId, at]) => {
    const advertiserId = publisherId === 0n ? 0n : 3n
    return makeClick({ verdict, publisherId, siteId: publisherId, advertiserId, clickedAt: new Date(at), sub1: null })
  })
  await database.db.insertInto('click').values(clicks).execute()
  await addOverflow(closed, 0, 100n)
  await addOverflow(open, 0, 5n)
  await advance(0)
})

afterAll(() => server.close())

async function addOverflow(hour: Date, worker: number, hits: bigint): Promise<void> {
  await database.db.insertInto('hitOverflow').values({ hour, verdict: 'unknown_site', worker, hits }).execute()
}

/** Advances the roll-ups to a time after `now`, and compares them with their sources. */
async function advance(seconds: number): Promise<void> {
  await advanceRollups(database.db, new Date(now.getTime() + seconds * 1000))
  expect(await listRollupDifferences(database.db)).toEqual([])
}

const read = async (query: string) =>
  (await server.get(`${countNetworkHitsCall.path}?${query}`, { as: operator })).json()

test('counts the hits of all publishers by verdict, those that were not stored included', async () => {
  expect((await read('begin=2026-03-03&end=2026-03-04')).data).toEqual({
    begin: '2026-03-03',
    end: '2026-03-04',
    count: 104,
    counts: { payable: 2, not_navigation: 1, unknown_site: 101 },
    overflow: 100,
    as_of: now.toISOString(),
  })
  const { data } = await read('begin=2026-03-04&end=2026-03-04')
  expect(data).toMatchObject({ count: 1, counts: { payable: 1 }, overflow: 0 })
  expect((await read('begin=2026-03-01&end=2026-03-02')).data).toMatchObject({ count: 0, counts: {}, overflow: 0 })
})

test.each([
  ['32 days', 'begin=2026-02-01&end=2026-03-04'],
  ['an end before its begin', 'begin=2026-03-04&end=2026-03-03'],
])('refuses %s', async (_name, query) => {
  expect(await read(query)).toMatchObject({ status: 422, field: 'begin' })
})

test('the roll-ups follow the hits that are counted and not stored, in open, late and closing hours', async () => {
  const readUnknown = async () => {
    const days = await Promise.all(['2026-03-03', '2026-03-05'].map((day) => read(`begin=${day}&end=${day}`)))
    return days.map(({ data }) => data.counts.unknown_site)
  }
  const verify = () => verifyRollups(database.db, { figures: 'all' })
  await addOverflow(open, 1, 20n)
  expect(await verify()).toEqual([])
  await advance(2)
  expect(await readUnknown()).toEqual([101, 26])

  await addOverflow(closed, 1, 7n)
  const hour = 'hour 2026-03-03 10:00:00+00 of publisher 0, site 0, advertiser 0'
  const figures = 'expected hits 108, unknown_site 108, found hits 101, unknown_site 101'
  expect(listLines(await verify())).toEqual([`${hour}: ${figures}`])
  const late = [closed, open].map((hour) => ({ hour, markedAt: now }))
  await database.db.insertInto('lateClickHour').values(late).execute()
  expect(await verify()).toEqual([])
  await advance(4)
  expect(await readUnknown()).toEqual([108, 26])

  await rebuildRollups(database.db, { from: closed, until: now })
  expect(await listRollupDifferences(database.db)).toEqual([])
  await advance(7200)
  expect(await readUnknown()).toEqual([108, 26])
})
