import { sql } from 'kysely'
import type { Db } from '#database'
import { openDatabase } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { findSchemaVersion, migrate, migrateTo, waitForDatabase } from '../schema/migrate.ts'
import { StartError } from '../start-error.ts'
import { readFrames } from './backup-file.ts'
import type { BackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { applySettings, openCopySession } from './copy-session.ts'
import type { CopySession } from './copy-session.ts'
import { readSections } from './sections.ts'

/** Options of `loadDatabase`. */
export interface LoadOptions {
  log: Logger
  /** Takes the lines of a list outside the database; the last piece ends with a line end. */
  takeList: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** Completes the transaction, on the newest schema. `isRestored` takes its id. */
  complete: (tx: Db, transactionId: string) => Promise<void>
}

const databaseWaitMs = 30_000

/** Throws a StartError when this program cannot make the schema of a backup. */
export async function checkSchema({ path, header: { schema } }: BackupFile): Promise<void> {
  const known = await findSchemaVersion(schema.migration)
  if (known?.digest === schema.digest) return
  throw new StartError(
    `${path} has the schema ${schema.migration}, which this version of the program does not know. ` +
      'Restore it with the version that made it, or with a newer one.',
  )
}

/**
 * Restores a verified backup into an empty database, in one transaction: makes the schema of the backup, loads all
 * rows, and migrates to the newest schema. An error or a kill leaves the database empty. `connection` is the owner's.
 * Throws a StartError when the database is not empty, or when the file has changed since it was verified.
 */
export function loadDatabase(connection: Connection, backup: BackupFile, options: LoadOptions): Promise<void> {
  return openCopySession(connection, options.log, async (session) => {
    await waitForDatabase(session.db, databaseWaitMs)
    await session.db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended('restore', 0))`.execute(tx)
      await checkEmpty(tx)
      await applySettings(tx)
      await migrateTo(tx, backup.header.schema.migration)
      await createPartitions(tx, backup.header)
      const foreignKeys = await dropForeignKeys(tx)
      await deleteRows(tx, backup.header)
      await loadSections(session, backup, options)
      for (const key of foreignKeys) await key.restore()
      await setSequences(tx, backup.header)
      await migrate(tx)
      const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(tx)
      await options.complete(tx, rows[0]?.id ?? '')
    })
  })
}

/** Tells whether the transaction of an earlier `loadDatabase` was committed to this database. */
export async function isRestored(connection: Connection, log: Logger, transactionId: string): Promise<boolean> {
  return openDatabase(connection, log, async (db) => {
    await waitForDatabase(db, databaseWaitMs)
    const { rows } = await sql<{ isRestored: boolean }>`
      SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public')
        AND CASE WHEN ${transactionId}::xid8 < pg_snapshot_xmax(pg_current_snapshot())
          THEN pg_xact_status(${transactionId}::xid8) = 'committed' ELSE false END AS is_restored`.execute(db)
    return rows[0]?.isRestored === true
  })
}

/** Throws a StartError when the database of `connection` is not empty. */
export async function refuseFilledDatabase(connection: Connection, log: Logger): Promise<void> {
  await openDatabase(connection, log, async (db) => {
    await waitForDatabase(db, databaseWaitMs)
    await checkEmpty(db)
  })
}

/** Collects the statistics of all tables, without which the first queries are slow. */
export async function analyse(connection: Connection, log: Logger): Promise<void> {
  await openDatabase(connection, log, (db) => sql`VACUUM (ANALYZE)`.execute(db))
}

/** Throws a StartError when the database has tables. Those of extensions do not count. */
async function checkEmpty(tx: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'jobs'))
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
        AND deptype = 'e')
    ORDER BY relname LIMIT 1`.execute(tx)
  const [first] = rows
  if (first === undefined) return
  throw new StartError(`The database holds data (${first.name}). A backup is restored into an empty one only.`)
}

/** Creates the partitions that the migrations do not. */
async function createPartitions(tx: Db, { partitions }: BackupHeader): Promise<void> {
  for (const { name, parent, bounds } of partitions) {
    await sql`CREATE TABLE IF NOT EXISTS ${sql.id(name)} PARTITION OF ${sql.id(parent)} ${sql.raw(bounds)}`.execute(tx)
  }
}

/**
 * Drops all foreign keys, so that the order of tables does not matter. Restoring one checks all its rows in one query,
 * while PostgreSQL would keep a note in memory for each row that it loads.
 */
async function dropForeignKeys(tx: Db): Promise<{ restore: () => Promise<unknown> }[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`.execute(tx)
  for (const { table, name } of rows) {
    await sql`ALTER TABLE ${sql.raw(table)} DROP CONSTRAINT ${sql.id(name)}`.execute(tx)
  }
  return rows.map(({ table, name, definition }) => ({
    restore: () => sql`ALTER TABLE ${sql.raw(table)} ADD CONSTRAINT ${sql.id(name)} ${sql.raw(definition)}`.execute(tx),
  }))
}

/** Deletes the rows that migrations have inserted; the backup has its own. */
async function deleteRows(tx: Db, { tables }: BackupHeader): Promise<void> {
  for (const { name } of tables) await sql`DELETE FROM ${sql.id(name)}`.execute(tx)
}

async function loadSections(session: CopySession, backup: BackupFile, { takeList }: LoadOptions): Promise<void> {
  const { header } = backup
  const missing = new Set(header.tables.map(({ name }) => name))
  for await (const { section, content } of readSections(readFrames(backup))) {
    if (section.kind === 'list') {
      await takeList(section.name, content)
      continue
    }
    const rows = await session.copyIn(section, content)
    const expected = header.tables.find(({ name }) => name === section.name)?.rows
    if (rows !== expected) throw new Error(`${section.name} has ${rows} rows instead of ${expected}`)
    missing.delete(section.name)
  }
  if (missing.size > 0) throw new Error(`The backup lacks rows of ${[...missing].join(', ')}`)
}

async function setSequences(tx: Db, { sequences }: BackupHeader): Promise<void> {
  for (const { name, lastValue } of sequences) {
    await sql`SELECT setval(${sql.lit(`"${name}"`)}::regclass, ${lastValue}::bigint)`.execute(tx)
  }
}
