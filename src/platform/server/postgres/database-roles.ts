import { sql } from 'kysely'
import type { Db } from '#database'
import { openDatabase } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { StartError } from '../start-error.ts'

/** Name of the network's database in the embedded server. */
export const databaseName = 'tandem'

/** The role of all processes. Migrations, partitions and retention run as the owner. */
export const applicationRole = 'tandem_app'

/**
 * Creates the database and the application role on the embedded server if they are missing. `owner` connects as the
 * superuser.
 */
export async function prepareDatabase(owner: Connection, log: Logger): Promise<void> {
  const name = sql.id(databaseName)
  const role = sql.id(applicationRole)
  await openDatabase({ ...owner, database: 'postgres' }, log, async (db) => {
    const found = await sql`SELECT FROM pg_database WHERE datname = ${databaseName}`.execute(db)
    if (found.rows.length === 0) await sql`CREATE DATABASE ${name}`.execute(db)
  })
  await openDatabase(owner, log, async (db) => {
    if (!(await hasRole(db))) await sql`CREATE ROLE ${role} LOGIN`.execute(db)
  })
}

const attempts = 3

/**
 * Ensures that the user of `db`, who owns the database, can switch to the application role: creates the role and grants
 * it if needed. If the user lacks the privileges, throws a StartError with the statements that an administrator must
 * run.
 */
export async function ensureApplicationRole(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(makeRole)
      return
    } catch (error) {
      if ((error as { code?: string }).code === insufficientPrivilege) throw await describeMissingRole(db, error)
      // A start on another database of this server may be creating the role at the same time.
      if (attempt === attempts) throw error
    }
  }
}

const insufficientPrivilege = '42501'

async function makeRole(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('application role', 0))`.execute(tx)
  if (await canWorkAsApplication(tx)) return
  const role = sql.id(applicationRole)
  if (!(await hasRole(tx))) await sql`CREATE ROLE ${role} NOLOGIN`.execute(tx)
  await sql`GRANT ${role} TO CURRENT_USER`.execute(tx)
}

async function hasRole(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${applicationRole}`.execute(db)
  return rows.length > 0
}

async function canWorkAsApplication(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_roles WHERE rolname = ${applicationRole} AND pg_has_role(oid, 'SET')`.execute(db)
  return rows.length > 0
}

async function describeMissingRole(db: Db, cause: unknown): Promise<StartError> {
  const { rows } = await sql<{ name: string }>`SELECT current_user::text AS name`.execute(db)
  const user = (rows[0]?.name ?? '').replaceAll('"', '""')
  const lines = [
    `The user of DATABASE_URL may not make the role ${applicationRole}, as which Tandem works. ` +
      'Run these lines as an administrator of the server, then start again:',
    ...((await hasRole(db)) ? [] : [`CREATE ROLE ${applicationRole} NOLOGIN;`]),
    `GRANT ${applicationRole} TO "${user}";`,
  ]
  return new StartError(lines.join('\n'), { cause })
}
