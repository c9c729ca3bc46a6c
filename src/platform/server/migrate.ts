import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { isRetryable } from './database.ts'
import { splitStatements } from './sql-statements.ts'
import { StartError } from './start-error.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Migrates the schema to the newest version and returns the names of the applied migrations. It applies all of them or
 * none, under a lock, so several processes may call it at once. `db` connects as the owner, without time limits.
 */
export async function migrate<T>(db: Kysely<T>, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')
    throw new StartError(describeFailure(error, failed?.migrationName), { cause: error })
  }
  return results.map((result) => result.migrationName)
}

/** Waits until the database answers. Throws a StartError after `forMs`, or at once when a retry cannot help. */
export async function waitForDatabase<T>(db: Kysely<T>, forMs: number): Promise<void> {
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
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
  const entries = files.map(async (file) => {
    const statements = splitStatements(await readFile(`${folder}/${file}`, 'utf8'))
    return [file.replace('.sql', ''), { up: (db: Kysely<unknown>) => run(db, statements) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function describeFailure(error: unknown, migrationName: string | undefined): string {
  const message = getMessage(error)
  if (migrationName !== undefined) return `The migration ${migrationName} failed and nothing was changed: ${message}.`
  if (message.startsWith('corrupted migrations')) {
    return `The database was made by another version of the program (${message}). Start the newer version.`
  }
  return `The migrations did not run: ${message}.`
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
}
