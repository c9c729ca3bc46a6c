import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tableRights } from '#app/table-rights.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { patienceMs, testLimitMs } from '#test/support/patience.ts'
import { NODES_LOCK, NodeSession } from '../jobs/node-session.ts'
import { prepareSchema } from './prepare-schema.ts'

let database: TestDatabase
let node: NodeSession

beforeEach(async () => {
  database = await createTestDatabase()
  const connection = { connectionString: database.connectionString }
  node = new NodeSession(connection, { silenceMs: testLimitMs, answerMs: patienceMs })
  await node.open()
})

afterEach(async () => {
  await node.close()
  await database.close()
})

const prepare = (nodesForMs = 200) => prepareSchema(database.ownerDb, tableRights, { nodesForMs })

/** Makes a migration not applied that is; applying it fails, because its changes are there. */
async function forgetMigrations(): Promise<void> {
  await sql`DELETE FROM kysely_migration WHERE name >= '0010_desk'`.execute(database.ownerDb)
}

test('a migration is refused while a node works on the database, and begins when it has stopped', async () => {
  expect(await node.enter()).toBe(true)
  expect(await prepare()).toEqual([])
  await forgetMigrations()
  await expect(prepare()).rejects.toThrow(
    'This version has to migrate the schema, and a node with an older version works on the database. ' +
      'Stop every node, then start this version.',
  )
  await node.close()
  await expect(prepare(patienceMs)).rejects.toThrow(/^The migration \d{4}_\w+ failed and nothing was changed/)
})

test('a node takes no part while the schema is being migrated', async () => {
  await database.ownerDb.transaction().execute(async (migrating) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${NODES_LOCK}, 0))`.execute(migrating)
    expect(await node.enter()).toBe(false)
  })
  expect(await node.enter()).toBe(true)
})

test('a database of the schema before the first release is refused and stays as it is', async () => {
  const names = ['0001_platform', '0002_accounts', '0003_directory', '0282_text_times']
  await sql`DELETE FROM kysely_migration`.execute(database.ownerDb)
  for (const name of names) await sql`INSERT INTO kysely_migration VALUES (${name}, '')`.execute(database.ownerDb)
  await sql`CREATE TABLE kept AS SELECT 1 AS n`.execute(database.ownerDb)
  const read = async () => [
    (await sql`SELECT * FROM kysely_migration ORDER BY name`.execute(database.ownerDb)).rows,
    (await sql`SELECT relname, relacl::text FROM pg_class ORDER BY oid`.execute(database.ownerDb)).rows,
    (await sql`SELECT * FROM kept`.execute(database.ownerDb)).rows,
  ]
  const before = await read()
  await expect(prepare()).rejects.toThrow(
    /^The database has a schema from before the first release; the last commit that reads it is [0-9a-f]{7,40}\.$/,
  )
  expect(await read()).toEqual(before)
})
