import { sql } from 'kysely'
import type { Db } from '#database'
import { grantTableRights } from './grants.ts'
import type { TableRights } from './grants.ts'
import { migrate, waitForDatabase } from './migrate.ts'
import { ensureApplicationRole } from './postgres/database-roles.ts'
import { StartError } from './start-error.ts'

const databaseWaitMs = 30_000
const oldestServerVersion = 170_000

/**
 * Waits for the database, creates the application role, migrates the schema and grants the role its rights. Returns the
 * names of the applied migrations. `db` connects as the owner, without time limits.
 */
export async function prepareSchema(db: Db, rights: TableRights): Promise<string[]> {
  await waitForDatabase(db, databaseWaitMs)
  await checkServerVersion(db)
  await ensureApplicationRole(db)
  const applied = await migrate(db)
  await grantTableRights(db, rights)
  return applied
}

async function checkServerVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(
    db,
  )
  if (Number(rows[0]?.version) >= oldestServerVersion) return
  throw new StartError('DATABASE_URL must lead to PostgreSQL 17 or newer.')
}
