import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { refreshSites, updateSites } from './sites.ts'
import type { CatalogSites } from './sites.ts'

/** More than one part of a read. */
const SITES = 5001
const FIRST = 'site00000001'
const LAST = 'site00005001'

const database = await openTestDatabase()
let publisher: Awaited<ReturnType<typeof makePublisher>>

beforeAll(async () => {
  publisher = await makePublisher(testContext(database.db))
  await sql`INSERT INTO site (publisher_id, key, name, url, created_at)
    SELECT ${publisher.publisherId}, 'site' || lpad(n::text, 8, '0'), 'Site', 'https://site.example', now()
    FROM generate_series(1, ${SITES}::int) n`.execute(database.ownerDb)
})

const setActive = (key: string, isActive: boolean) =>
  database.ownerDb.updateTable('site').set({ isActive }).where('key', '=', key).execute()

test('all sites are read, part by part, and those that have not changed stay the same objects', async () => {
  const sites: CatalogSites = new Map()
  await refreshSites(database.db, sites)
  expect(sites.size).toBe(SITES)
  const [first, last] = [sites.get(FIRST), sites.get(LAST)]
  expect(first).toMatchObject({ publisherId: publisher.publisherId, isActive: true, restriction: null })
  await setActive(LAST, false)
  await refreshSites(database.db, sites)
  expect(sites.get(FIRST)).toBe(first)
  expect(sites.get(LAST)).toEqual({ ...last, isActive: false })
  await setActive(LAST, true)
})

test.each(['publisherId', 'accountId'] as const)('the sites of one publisher are read by its %s', async (by) => {
  const sites: CatalogSites = new Map()
  const other = await makePublisher(testContext(database.db))
  const owners = {
    publisherId: [{ publisherId: publisher.publisherId }],
    accountId: [{ accountId: publisher.accountId }],
  }
  await updateSites(database.db, sites, [])
  await updateSites(database.db, sites, [{ publisherId: other.publisherId }])
  expect(sites.size).toBe(0)
  await updateSites(database.db, sites, owners[by])
  expect(sites.size).toBe(SITES)
  await setActive(FIRST, false)
  await updateSites(database.db, sites, owners[by])
  expect(sites.get(FIRST)?.isActive).toBe(false)
  await setActive(FIRST, true)
})
