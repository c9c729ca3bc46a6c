import { sql } from 'kysely'
import type { Database, Db } from '#database'
import { inSnapshot } from '../database/database-check.ts'
import { isRetryable } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import { toSnakeCase } from '../schema/grants.ts'
import type { Logger } from '../log.ts'
import { findAppliedSchema, waitForDatabase } from '../schema/migrate.ts'
import type { SchemaVersion } from '../schema/migrate.ts'
import { StartError } from '../start-error.ts'
import { withTableLayout } from '../schema/table-layout.ts'
import { writeBackupFile } from './backup-file.ts'
import { FORMAT_VERSION } from './backup-header.ts'
import type { BackupHeader } from './backup-header.ts'
import { applySettings, openCopySession } from './copy-session.ts'
import type { CopiedTable, CopySession } from './copy-session.ts'
import { encodeEnd, encodeSection } from './frames.ts'

/** Lines outside the database that belong to the network. */
export interface BackupList {
  name: string
  rows: number
  /** The lines, without line ends. */
  lines(): Iterable<string>
}

/** Options of `dumpDatabase`. */
export interface DumpOptions {
  path: string
  log: Logger
  /** Tables whose rows are left out. Tables without a log are left out as well: PostgreSQL empties them in a crash. */
  leftOut: readonly (keyof Database)[]
  /** They are read as they were at `startedAt` or later, and before this call. */
  lists: readonly BackupList[]
  /** The backup contains everything that was acknowledged before. */
  startedAt: Date
  /** Ends the backup. */
  signal: AbortSignal
}

/** What a backup contains, and its size. */
export interface DumpResult {
  header: BackupHeader
  bytes: number
  digest: string
}

const databaseWaitMs = 30_000

/**
 * Writes all tables of the network and `lists` to the file `path`, in one snapshot, while the network works. Changes
 * nothing in the database, not even an older schema. `connection` is the owner's. Throws a StartError when the database
 * holds no network or one of a newer version, or when the file exists.
 */
export async function dumpDatabase(connection: Connection, options: DumpOptions): Promise<DumpResult> {
  let failure: unknown
  const keepFailure = (error: unknown) => {
    failure = error
    throw error
  }
  try {
    return await openCopySession(connection, options.log, async (session) => {
      await waitForDatabase(session.db, databaseWaitMs)
      const schema = await findSchema(session.db)
      const dump = (tx: Db) => dumpSnapshot(session, tx, { ...options, schema }).catch(keepFailure)
      return withTableLayout(session.db, (db) => inLockedSnapshot(db, options.leftOut, dump))
    })
  } catch (error) {
    // A failed dump ends the connection, so the end of the transaction fails as well.
    throw explain(failure ?? error, options.path)
  }
}

function explain(error: unknown, path: string): unknown {
  const { name, message, code = '' } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    const advice = 'Make room there, or choose another disk, and run it again.'
    return new StartError(`The disk of ${path} is full, and there is no backup. ${advice}`, { cause: error })
  }
  const reason = name === 'AbortError' ? 'It was stopped' : isRetryable(error) && `The database failed (${message})`
  return reason ? new StartError(`${reason}, and there is no backup. Run it again.`, { cause: error }) : error
}

/** Locks the tables before the snapshot, because a table that is rewritten after it would seem empty. */
async function inLockedSnapshot<T>(db: Db, leftOut: DumpOptions['leftOut'], work: (tx: Db) => Promise<T>): Promise<T> {
  const names = (await listTables(db, leftOut)).map(({ name }) => sql.id(name))
  return inSnapshot(db, async (tx) => {
    await sql`LOCK TABLE ${sql.join(names)} IN ACCESS SHARE MODE`.execute(tx)
    return work(tx)
  })
}

async function dumpSnapshot(
  session: CopySession,
  tx: Db,
  { schema, ...options }: DumpOptions & { schema: SchemaVersion },
): Promise<DumpResult> {
  await applySettings(tx)
  const tables = await listTables(tx, options.leftOut)
  const header = await describe(tx, { schema, tables, ...options })
  const frames = writeFrames(session, tables, options.lists)
  return { header, ...(await writeBackupFile(options.path, { header, frames, signal: options.signal })) }
}

async function findSchema(db: Db): Promise<SchemaVersion> {
  const schema = await findAppliedSchema(db)
  if (schema === undefined) throw new StartError('The database holds no network.')
  return schema
}

/** Lists the owner's tables with the columns that hold values of their own. */
async function listTables(db: Db, leftOut: DumpOptions['leftOut']): Promise<CopiedTable[]> {
  const without = leftOut.map(toSnakeCase)
  const { rows } = await sql<CopiedTable>`
    SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relpersistence = 'p' AND pg_has_role(relowner, 'USAGE') AND relname NOT LIKE 'kysely_migration%'
      AND relname <> ALL (${without}::text[]) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`.execute(db)
  return rows
}

interface Described extends Pick<DumpOptions, 'startedAt' | 'lists'> {
  schema: SchemaVersion
  tables: readonly CopiedTable[]
}

async function describe(tx: Db, { schema, tables, startedAt, lists }: Described): Promise<BackupHeader> {
  const counts: BackupHeader['tables'] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.id(name)}`.execute(tx)
    counts.push({ name, rows: Number(rows[0]?.n) })
  }
  const hasKey = tables.some(({ name }) => name === 'current_sealing_key')
  const key = hasKey ? await tx.selectFrom('currentSealingKey').select('keyId').executeTakeFirst() : undefined
  return {
    format: 'tandem-backup',
    version: FORMAT_VERSION,
    createdAt: startedAt.toISOString(),
    schema,
    keyId: key?.keyId ?? null,
    lists: lists.map(({ name, rows }) => ({ name, rows })),
    tables: counts,
    partitions: await listPartitions(tx),
    sequences: await listSequences(tx),
  }
}

async function listPartitions(tx: Db): Promise<BackupHeader['partitions']> {
  const { rows } = await sql<BackupHeader['partitions'][number]>`
    SELECT part.relname::text AS name, parent.relname::text AS parent,
      pg_get_expr(part.relpartbound, part.oid) AS bounds
    FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE part.relispartition AND part.relkind = 'r' AND part.relnamespace = 'public'::regnamespace
    ORDER BY part.relname`.execute(tx)
  return rows
}

/** Sequences take no part in transactions: each one has reached at least the values of the snapshot. */
async function listSequences(tx: Db): Promise<BackupHeader['sequences']> {
  const { rows } = await sql<BackupHeader['sequences'][number]>`
    SELECT sequencename::text AS name, last_value::text AS last_value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`.execute(tx)
  return rows
}

async function* writeFrames(
  session: CopySession,
  tables: readonly CopiedTable[],
  lists: readonly BackupList[],
): AsyncGenerator<Buffer> {
  for (const list of lists) yield* encodeSection({ kind: 'list', name: list.name }, writeLines(list))
  for (const { name, columns } of tables) {
    yield* encodeSection({ kind: 'table', name, columns: [...columns] }, session.copyOut({ name, columns }))
  }
  yield encodeEnd()
}

function* writeLines(list: BackupList): Generator<Buffer> {
  for (const line of list.lines()) yield Buffer.from(`${line}\n`)
}
