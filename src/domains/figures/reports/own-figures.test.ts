import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { getOwnFiguresCall } from './contract/calls.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

const publisher: AccountActor = {
  kind: 'account',
  accountId: 1n,
  email: 'publisher@example.com',
  role: 'publisher',
  displayName: 'Publisher',
  publisherId: 1n,
}

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
  const sums = { publisherId: 1n, type: 'advertiser' as const, transactions: 1n }
  const figures = [
    { groupId: 7n, day: '2026-03-02', clicks: 4n, commission: 100_000n },
    { groupId: 7n, day: '2026-03-03', clicks: 6n, commission: 150_000n },
    { groupId: 7n, day: '2026-04-01', clicks: 9n, commission: 0n },
    { groupId: 8n, day: '2026-03-02', clicks: 2n, commission: 0n },
  ]
  const rows = figures.map((row) => ({ ...sums, ...row }))
  await database.db.insertInto('rollupReport').values(rows).execute()
  const ofSite = {
    siteId: 3n,
    hits: 5n,
    clicks: 1n,
    transactions: 0n,
    cancelledTransactions: 0n,
    orderValue: 0n,
    commission: 0n,
  }
  await database.db
    .insertInto('rollupDay')
    .values({ ...ofSite, publisherId: 1n, advertiserId: 7n, day: '2026-03-02' })
    .execute()
})

afterAll(() => server.close())

async function read(query: string, as = publisher) {
  const response = await server.get(`${getOwnFiguresCall.path}?begin=2026-03-01&end=2026-03-31&${query}`, { as })
  return response.statusCode === 200 ? response.json().data : response.statusCode
}

test('sums up the days of the range for the advertisers that are asked for', async () => {
  expect(await read('advertiser_ids=7,9')).toEqual([
    { advertiser_id: 7, click_count: 10, total_transactions: 2, epc: '2.50', commission: '25.0000' },
  ])
})

test('excludes other sites for a sub-account, and other publishers', async () => {
  const subAccount = { siteId: 3n, access: 'full' as const }
  expect(await read('advertiser_ids=7,8', { ...publisher, subAccount })).toMatchObject([{ click_count: 1 }])
  expect(await read('advertiser_ids=7,8', { ...publisher, publisherId: 2n })).toEqual([])
})

test.each(['', 'advertiser_ids=', 'advertiser_ids=1,,2', 'advertiser_ids=x', `advertiser_ids=${'1,'.repeat(60)}1`])(
  'refuses %j',
  async (query) => {
    expect(await read(query)).toBe(422)
  },
)
