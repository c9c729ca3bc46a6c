import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import type { Db } from '#database'
import { createDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { ownerRole } from '#platform/server/postgres/data-directory.ts'
import { patienceMs } from './patience.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the test server's unix socket. */
    postgresHost: string
  }
}

/** The migrated database from which each test database is copied. */
export const templateDatabase = 'template_app'

/** A database for one test file: all tables, no rows. */
export interface TestDatabase {
  /** Connected as the application's role, which cannot rewrite history. */
  db: Db
  /** Connected as the owner of the tables, who can rewrite history and make partitions. */
  ownerDb: Db
  /** Connects as the owner; for a network that is started with `DATABASE_URL`. */
  connectionString: string
  /** Ends the connections. The end of the test server removes the database. */
  close: () => Promise<void>
  /** Ends the connections and removes the database; for a test that makes more than the disk can hold. */
  remove: () => Promise<void>
}

/**
 * Copies the migrated template for the tests of a file, some 30 ms, and closes the copy after them. For the top level
 * of a test file: `const database = await openTestDatabase()`.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  afterAll(() => database.close())
  return database
}

/** Copies the migrated template like `openTestDatabase`, for a test that closes its copy itself. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(templateDatabase)
}

/** Creates a database without a table, like `createTestDatabase`. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0')
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const host = inject('postgresHost')
  const database = `test_${randomBytes(6).toString('hex')}`
  const maintenance = connect(host, { database: 'postgres' })
  await sql`CREATE DATABASE ${sql.id(database)} TEMPLATE ${sql.id(template)} STRATEGY file_copy`.execute(maintenance)
  await maintenance.destroy()
  const db = connect(host, { database, user: 'tandem_app' })
  const ownerDb = connect(host, { database })
  const close = async () => {
    await Promise.all([db.destroy(), ownerDb.destroy()])
  }
  return {
    db,
    ownerDb,
    connectionString: connectionString(host, { database }),
    close,
    remove: async () => {
      await close()
      const remover = connect(host, { database: 'postgres' })
      await sql`DROP DATABASE ${sql.id(database)}`.execute(remover)
      await remover.destroy()
    },
  }
}

type Target = { database: string; user?: string }

/** Connects to the test server whose socket lies in `host`, as the owner unless `user` says otherwise. */
export function connect(host: string, target: Target): Db {
  const log = createLogger('silent', 'test')
  // A slow machine may let a statement or a connection wait long.
  const limits = {
    statementTimeoutMs: patienceMs,
    idleInTransactionTimeoutMs: patienceMs,
    connectionTimeoutMs: patienceMs,
  }
  const options = { max: 10, applicationName: 'test', log, ...limits }
  return createDatabase({ connectionString: connectionString(host, target) }, options)
}

/** Builds the connection string of a database on the test server. */
export function connectionString(host: string, { database, user = ownerRole }: Target): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}
