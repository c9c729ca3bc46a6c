import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tableRights } from '#app/table-rights.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { patienceMs, testLimitMs } from '#test/support/patience.ts'
import { NODES_LOCK, NodeSession } from './node-session.ts'
import { prepareSchema } from './schema.ts'

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
