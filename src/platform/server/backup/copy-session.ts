import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { sql } from 'kysely'
import type { Db } from '#database'
import { createPool, wrapPool } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'

/** A table as COPY names it. */
export interface CopiedTable {
  name: string
  columns: readonly string[]
}

/** One session of the database, in which rows stream as text inside a transaction of `db`. */
export interface CopySession {
  db: Db
  /** Reads all rows of a table in the snapshot of the transaction. */
  copyOut(table: CopiedTable): AsyncGenerator<Buffer>
  /** Adds rows to a table and returns their number. */
  copyIn(table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number>
}

/** How COPY writes and reads values, whatever the server or the role prefers; and no limits of time. */
const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  row_security: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Opens a session without time limits while `work` runs. */
export async function openCopySession<T>(
  connection: Connection,
  log: Logger,
  work: (session: CopySession) => Promise<T>,
): Promise<T> {
  const limits = { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 }
  const pool = createPool(connection, { max: 1, applicationName: 'tandem backup', log, ...limits })
  let client: pg.PoolClient | undefined
  pool.on('connect', (connected) => (client = connected))
  const getClient = () => {
    if (client === undefined) throw new Error('A COPY runs in a transaction.')
    return client
  }
  const db = wrapPool(pool)
  try {
    return await work({
      db,
      copyOut: (table) => copyOut(getClient(), table),
      copyIn: (table, rows) => copyIn(getClient(), table, rows),
    })
  } finally {
    await db.destroy()
  }
}

/** Makes the transaction write and read values as every backup does. */
export async function applySettings(tx: Db): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await sql`SELECT set_config(${name}, ${value}, true)`.execute(tx)
  }
}

async function* copyOut(client: pg.PoolClient, { name, columns }: CopiedTable): AsyncGenerator<Buffer> {
  // The query also reads a partitioned table, which a plain COPY TO refuses.
  const rows = client.query(copyTo(`COPY (SELECT ${list(columns)} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`))
  let isComplete = false
  try {
    yield* rows as AsyncIterable<Buffer>
    isComplete = true
  } finally {
    // The server would send the other rows before it reads a ROLLBACK.
    if (!isComplete) abort(client, rows)
  }
}

function abort(client: pg.PoolClient, rows: NodeJS.ReadableStream): void {
  rows.on('error', () => {})
  client.end().catch(() => {})
}

async function copyIn(
  client: pg.PoolClient,
  { name, columns }: CopiedTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const target = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list(columns)}) FROM STDIN`))
  await pipeline(rows, target)
  return target.rowCount
}

function list(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}
