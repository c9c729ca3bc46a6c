import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startDatabase } from '#app/database-bootstrap.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { TestNetwork, buildSite, findFreePort, kill } from '#test/support/network.ts'

let network: TestNetwork
const database = await openTestDatabase()

beforeAll(async () => {
  // The first host refuses. The options would break reports and the rights of the workers if they held.
  const hosts = [mkdtempSync(join(tmpdir(), 'tandem-refuses-')), inject('postgresHost')].map(encodeURIComponent)
  const { username, pathname } = new URL(database.connectionString)
  const options = encodeURIComponent('-c timezone=Asia/Tokyo -c role=none -c work_mem=5MB')
  const address = `postgresql://${username}@${hosts.join(',')}${pathname}`
  const query = `target_session_attrs=read-write&options=${options}`
  network = new TestNetwork(await findFreePort(), { DATABASE_URL: `${address}?${query}` })
  buildSite()
})

afterAll(() => network.remove())

test('uses the database of DATABASE_URL, which has several hosts and options, and starts no embedded one', async () => {
  const { primary } = await network.start()
  expect(await network.isReady()).toBe(true)
  expect(await database.db.selectFrom('appSecret').select('name').execute()).not.toEqual([])
  expect(await network.command('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.' })
  expect(readdirSync(network.dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])
  expect((await kill(primary, 'SIGTERM')).code).toBe(0)
})

test('refuses a database that a newer version has migrated, also for a command, and changes nothing', async () => {
  const newer = { name: '9999_newer', timestamp: new Date().toISOString() }
  await sql`INSERT INTO kysely_migration VALUES (${newer.name}, ${newer.timestamp})`.execute(database.ownerDb)
  const refused = {
    code: 1,
    stderr: expect.stringMatching(
      /^The database has the schema of a newer version: its migration 9999_newer comes after \d{4}_\w+, the last that/,
    ),
  }
  expect(await network.startUntilExit()).toMatchObject(refused)
  expect(await network.command('check-ledger')).toMatchObject(refused)
  await sql`DELETE FROM kysely_migration WHERE name = ${newer.name}`.execute(database.ownerDb)
  expect(await network.command('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.' })
})

test('refuses a database of the schema before the first release, also for a command, and changes nothing', async () => {
  const list = async () => (await sql`SELECT * FROM kysely_migration ORDER BY name`.execute(database.ownerDb)).rows
  await sql`INSERT INTO kysely_migration VALUES ('0002_accounts', '')`.execute(database.ownerDb)
  const before = await list()
  const sentence = /^The database has a schema from before the first release; the last commit that reads it is \w+\.$/
  const refused = { code: 1, stderr: expect.stringMatching(sentence) }
  expect(await network.startUntilExit()).toMatchObject(refused)
  expect(await network.command('backup', join(network.dataDir, 'file.backup'))).toMatchObject(refused)
  expect(await list()).toEqual(before)
  await sql`DELETE FROM kysely_migration WHERE name = '0002_accounts'`.execute(database.ownerDb)
  expect(await network.command('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.' })
}, 120_000)

test('distribute prints its statements, and refuses a database that is no cluster', async () => {
  const dryRun = await network.command('distribute', '--dry-run')
  expect(dryRun).toMatchObject({ code: 0, stdout: expect.stringMatching(/^-- .* has no extension citus/) })
  expect(dryRun.stdout).toContain("SELECT create_distributed_table_concurrently('click', 'publisher_id'")
  const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/has no extension citus, so it is one/) }
  expect(await network.command('distribute', '--experimental')).toMatchObject(refused)
  const plain = { code: 1, stdout: '', stderr: expect.stringMatching(/^A cluster is experimental/) }
  expect(await network.command('distribute')).toMatchObject(plain)
})

test('each session lets a cluster open one connection per node', async () => {
  const log = createLogger('silent', 'test')
  const { connection, ownerConnection } = await startDatabase(
    readConfig({ DATABASE_URL: database.connectionString }),
    log,
  )
  for (const session of [connection, ownerConnection]) {
    const setting = await openDatabase(session, log, async (db) => {
      const { rows } = await sql<{ size: string }>`
        SELECT current_setting('citus.max_adaptive_executor_pool_size') AS size`.execute(db)
      return rows[0]?.size
    })
    expect(setting).toBe('1')
  }
})
