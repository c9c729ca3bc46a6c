import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { grantTableRights } from './grants.ts'
import type { TableRights } from './grants.ts'
import { isMigrated, migrate, waitForDatabase } from './migrate.ts'
import { NODES_LOCK } from '../jobs/node-session.ts'
import { ensureApplicationRole } from '../postgres/database-roles.ts'
import { StartError } from '../start-error.ts'

const databaseWaitMs = 30_000
/** Longer than the session of a node that has just died. */
const nodesWaitMs = 15_000
const oldestServerVersion = 180_000

/** Options of `prepareSchema`. */
interface SchemaOptions {
  /** How long a migration waits for the nodes that work on the database. */
  nodesForMs?: number
}

/**
 * Waits for the database, creates the application role, migrates the schema and grants the role its rights. Returns the
 * names of the applied migrations. Throws a StartError when the schema has to be migrated while a node works on it.
 * `db` connects as the owner, without time limits, with at least two connections.
 */
export async function prepareSchema(db: Db, rights: TableRights, options: SchemaOptions = {}): Promise<string[]> {
  await waitForDatabase(db, databaseWaitMs)
  await checkServerVersion(db)
  await ensureApplicationRole(db)
  const applied = (await isMigrated(db)) ? [] : await migrateWithoutNodes(db, options)
  await grantTableRights(db, rights)
  return applied
}

/**
 * Migrates while no node works on the database, because an older program may not understand the new schema. A node that
 * starts meanwhile waits, and then finds the new schema.
 */
function migrateWithoutNodes(db: Db, { nodesForMs = nodesWaitMs }: SchemaOptions): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('schema', 0))`.execute(tx)
    if (await isMigrated(db)) return []
    const deadline = performance.now() + nodesForMs
    while (!(await keepNodesOut(tx))) {
      if (performance.now() > deadline) throw new StartError(NODES_RUN)
      await sleep(100)
    }
    return migrate(db)
  })
}

const NODES_RUN =
  'This version has to migrate the schema, and a node with an older version works on the database. Stop every node, ' +
  'then start this version.'

/** Holds the lock of the nodes until the transaction ends. Answers false while a node runs. */
async function keepNodesOut(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${NODES_LOCK}, 0)) AS is_free`.execute(tx)
  return rows[0]?.isFree === true
}

async function checkServerVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(
    db,
  )
  if (Number(rows[0]?.version) >= oldestServerVersion) return
  throw new StartError('DATABASE_URL must lead to PostgreSQL 18 or newer.')
}
