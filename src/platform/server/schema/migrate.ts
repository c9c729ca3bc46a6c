import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration, MigrationResultSet } from 'kysely/migration'
import type { Database, Db } from '#database'
import { isRetryable } from '../database/database.ts'
import { EARLIER_MIGRATION, describeEarlierSchema } from './earlier-schema.ts'
import { splitStatements } from './sql-statements.ts'
import { StartError } from '../start-error.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/**
 * Migrates the schema to the newest version and returns the names of the applied migrations. It applies all of them or
 * none, under a lock, so several processes may call it at once. `db` connects as the owner, without time limits.
 */
export async function migrate(db: Db, folder = migrationsFolder): Promise<string[]> {
  if (await isMigrated(db, folder)) return []
  return runMigrator(db, folder, (migrator) => migrator.migrateToLatest())
}

/** Migrates an empty database to the version of `migration`, as `migrate` does. */
export async function migrateTo(db: Db, migration: string): Promise<void> {
  await runMigrator(db, migrationsFolder, (migrator) => migrator.migrateTo(migration))
}

async function runMigrator(
  db: Db,
  folder: string,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const provider = { getMigrations: async () => migrations }
  const { error, results = [] } = await run(new Migrator({ db: db as Kysely<Database>, provider }))
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')
    throw new StartError(describeFailure(error, failed?.migrationName), { cause: error })
  }
  return results.map((result) => result.migrationName)
}

/**
 * Returns whether every migration has been applied. Throws a StartError when the database has one that this program
 * does not know, also when its schema is from before the first release. `db` connects as the owner.
 */
export async function isMigrated(db: Db, folder = migrationsFolder): Promise<boolean> {
  const [known, applied] = [await listFiles(folder), await listApplied(db)]
  if (applied.includes(EARLIER_MIGRATION)) throw describeEarlierSchema('The database')
  const newest = known.at(-1) ?? ''
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new StartError(
      unknown > newest
        ? `The database has the schema of a newer version: its migration ${unknown} comes after ${newest}, the last ` +
            'that this program knows. Start the newer version, or restore a backup from before the upgrade.'
        : `The database was made by another version: this program does not know its migration ${unknown}.`,
    )
  }
  return known.every((name) => applied.includes(name))
}

/** The version of a schema: its last migration, and the SHA-256 of the statements of all migrations up to that one. */
export interface SchemaVersion {
  migration: string
  /** 64 hexadecimal digits. */
  digest: string
}

/** Describes the schema whose last migration is `migration`; undefined if this program does not have that migration. */
export async function findSchemaVersion(migration: string): Promise<SchemaVersion | undefined> {
  const names = await listFiles(migrationsFolder)
  if (!names.includes(migration)) return undefined
  const hash = createHash('sha256')
  for (const name of names.slice(0, names.indexOf(migration) + 1)) {
    hash.update(JSON.stringify([name, await readStatements(migrationsFolder, name)]))
  }
  return { migration, digest: hash.digest('hex') }
}

/**
 * Describes the schema of a database; undefined if it has none. Throws a StartError when the database has a migration
 * that this program does not know.
 */
export async function findAppliedSchema(db: Db): Promise<SchemaVersion | undefined> {
  await isMigrated(db)
  const last = (await listApplied(db)).at(-1)
  return last === undefined ? undefined : findSchemaVersion(last)
}

/** Waits until the database answers. Throws a StartError after `forMs`, or at once when a retry cannot help. */
export async function waitForDatabase(db: Db, forMs: number): Promise<void> {
  const deadline = performance.now() + forMs
  for (;;) {
    try {
      await sql`SELECT 1`.execute(db)
      return
    } catch (error) {
      if (isRetryable(error) && performance.now() < deadline) await sleep(100)
      else throw new StartError(`The database does not answer: ${getMessage(error)}.`, { cause: error })
    }
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const entries = (await listFiles(folder)).map(async (name) => {
    const statements = await readStatements(folder, name)
    return [name, { up: (db: Kysely<unknown>) => run(db, statements) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Lists the names of the migrations in `folder`, in their order. */
async function listFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
  return files.map((file) => file.replace('.sql', '')).toSorted()
}

async function readStatements(folder: string, name: string): Promise<string[]> {
  return splitStatements(await readFile(`${folder}/${name}.sql`, 'utf8'))
}

/** Lists the names of the migrations that the database has, in their order. */
async function listApplied(db: Db): Promise<string[]> {
  const table = await sql<{ oid: string | null }>`SELECT to_regclass('kysely_migration')::text AS oid`.execute(db)
  if (!table.rows[0]?.oid) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name COLLATE "C"`.execute(db)
  return rows.map(({ name }) => name)
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function describeFailure(error: unknown, migrationName: string | undefined): string {
  const message = getMessage(error)
  if (migrationName !== undefined) return `The migration ${migrationName} failed and nothing was changed: ${message}.`
  return `The migrations did not run: ${message}.`
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
}
