import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { getAttentionCall } from './contract/calls.ts'
import { IDLE_DAYS } from './contract/vocabulary.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
})

afterAll(() => server.close())

test('lists active sites without clicks for thirty days, and joined programmes that stopped', async () => {
  const publisher = await makePublisher(testContext(database.db))
  const publisherId = publisher.publisherId ?? 0n
  const busy = await insertSite(publisherId, 'Busy')
  const quiet = await insertSite(publisherId, 'Quiet')
  await insertSite(publisherId, 'Switched off', { isActive: false })
  await insertSite(publisherId, 'New', { createdAt: new Date(Date.now() - (IDLE_DAYS - 1) * DAY_MS) })
  await insertClicks(publisherId, busy.id, addDays(toDay(new Date()), 1 - IDLE_DAYS))
  await insertClicks(publisherId, quiet.id, addDays(toDay(new Date()), -IDLE_DAYS))
  await insertProgram(publisherId, { name: 'Open Shop', status: 'open' })
  const paused = await insertProgram(publisherId, { name: 'Paused Shop', status: 'paused' })
  const closed = await insertProgram(publisherId, { name: 'Closed Shop', status: 'closed' })
  const { data } = (await server.get(getAttentionCall.path, { as: publisher })).json()
  expect(data).toEqual({
    idle_sites: [{ name: 'Quiet', key: quiet.key }],
    stopped_programs: [
      { advertiser_id: Number(closed), advertiser_name: 'Closed Shop', status: 'closed' },
      { advertiser_id: Number(paused), advertiser_name: 'Paused Shop', status: 'paused' },
    ],
  })
  const other = await makePublisher(testContext(database.db))
  const answer = await server.get(getAttentionCall.path, { as: other })
  expect(answer.json().data).toEqual({ idle_sites: [], stopped_programs: [] })
})

let made = 0

const OLD = new Date(Date.now() - 2 * IDLE_DAYS * DAY_MS)

function insertSite(publisherId: bigint, name: string, { isActive = true, createdAt = OLD } = {}) {
  const key = `key${String((made += 1)).padStart(12, '0')}`
  return database.db
    .insertInto('site')
    .values({ publisherId, key, name, url: 'https://example.com', isActive, createdAt })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()
}

async function insertClicks(publisherId: bigint, siteId: bigint, day: string): Promise<void> {
  const figures = { clicks: 1n, transactions: 0n, commission: 0n }
  await database.db
    .insertInto('rollupReport')
    .values({ publisherId, type: 'site', day, groupId: siteId, ...figures })
    .execute()
}

async function insertProgram(
  publisherId: bigint,
  { name, status }: { name: string; status: 'open' | 'paused' | 'closed' },
): Promise<bigint> {
  const createdAt = new Date()
  const { id: advertiserId } = await database.db
    .insertInto('advertiser')
    .values({ name, website: 'https://example.com', createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const program = { advertiserId, publicId: Number(advertiserId), slug: `shop-${advertiserId}`, title: name }
  const { id: programId } = await database.db
    .insertInto('program')
    .values({ ...program, status, joinMode: 'auto', createdAt, closedAt: status === 'closed' ? createdAt : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('membership')
    .values({ programId, publisherId, status: 'joined', requestedAt: createdAt, decidedAt: createdAt })
    .execute()
  return advertiserId
}
