import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { TestNetwork, buildSite, findFreePort, kill } from '#test/support/network.ts'

let network: TestNetwork
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  network = new TestNetwork(await findFreePort(), { DATABASE_URL: database.connectionString })
  buildSite()
}, 180_000)

afterAll(async () => {
  await network.remove()
  await database.close()
})

test('uses the database of DATABASE_URL and starts no embedded one', async () => {
  const { primary } = await network.start()
  expect(await network.isReady()).toBe(true)
  expect(await database.db.selectFrom('appSecret').select('name').execute()).not.toEqual([])
  expect(readdirSync(network.dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])
  expect((await kill(primary, 'SIGTERM')).code).toBe(0)
}, 120_000)
