import type pg from 'pg'
import { createPool } from '../database.ts'
import type { Connection } from '../database.ts'
import type { Logger } from '../log.ts'

/** The network's database inside the embedded server. */
export const databaseName = 'tandem'

/** The role of the running application. Migrations grant it what it may do. */
export const applicationRole = 'tandem_app'

/** Makes the database and the application's role on a server that has none yet; `owner` is its superuser. */
export async function prepareDatabase(owner: Connection, log: Logger): Promise<void> {
  await withPool({ ...owner, database: 'postgres' }, log, async (pool) => {
    const found = await pool.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (found.rowCount === 0) await pool.query(`CREATE DATABASE ${databaseName}`)
  })
  await withPool(owner, log, async (pool) => {
    const found = await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [applicationRole])
    if (found.rowCount === 0) await pool.query(`CREATE ROLE ${applicationRole} LOGIN`)
    // For a schema of its own, as the job queue makes one; not for tables beside the network's.
    await pool.query(`GRANT CREATE ON DATABASE ${databaseName} TO ${applicationRole}`)
  })
}

async function withPool(connection: Connection, log: Logger, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = createPool(connection, { max: 1, applicationName: 'tandem start', log })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}
