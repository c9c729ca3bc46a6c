import { sql } from 'kysely'
import type { Db } from '#database'
import { migrate, waitForDatabase } from './migrate.ts'
import { StartError } from './start-error.ts'

const databaseWaitMs = 30_000
const oldestServerVersion = 170_000

/** Waits for the database and brings its schema to the newest version. `db` is the owner's, without time limits. */
export async function prepareSchema(db: Db): Promise<string[]> {
  await waitForDatabase(db, databaseWaitMs)
  await checkServerVersion(db)
  return migrate(db)
}

async function checkServerVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`.execute(
    db,
  )
  if (Number(rows[0]?.version) >= oldestServerVersion) return
  throw new StartError('DATABASE_URL must lead to PostgreSQL 17 or newer.')
}
