import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#database'
import { HEAD_START_MS, NetworkClient, READ_ONLY } from './database-client.ts'
import type { NetworkClientConfig } from './database-client.ts'
import { parseDatabaseUrl } from './database-url.ts'
import type { Logger } from '../log.ts'
import { PreparedStatementClient } from './prepared-statement-client.ts'

/** Settings of the sessions of a connection, by name. */
export type SessionSettings = Readonly<Record<string, string>>

/** Connection parameters of a PostgreSQL server: a plain object, so that it can be sent to another process. */
export type Connection = { settings?: SessionSettings } & (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl: false; password: string }
)

/** Adds a setting to a connection. Each session starts with it, and RESET returns to it. */
export function withSetting(connection: Connection, name: string, value: string): Connection {
  return { ...connection, settings: { ...connection.settings, [name]: value } }
}

/** What every session of the network relies on, whatever the server or DATABASE_URL says. */
const SESSION: SessionSettings = { timezone: 'UTC', datestyle: 'ISO' }

/** With several servers, a connection is replaced after this time: its server may have lost its role unnoticed. */
const MAX_LIFETIME_SECONDS = 60

/** The driver's options for a connection, for `NetworkClient`, for pools and for pg-boss. */
export interface ClientConfig extends NetworkClientConfig {
  Client: new () => pg.ClientBase
  maxLifetimeSeconds?: number
}

/**
 * Returns the driver's options for a connection. Settings of the connection replace those of DATABASE_URL, because the
 * server reads them last. Throws a StartError when DATABASE_URL cannot be used.
 */
export function toClientConfig({ settings, ...connection }: Connection): ClientConfig {
  const own = Object.entries({ ...SESSION, ...settings }).map(([name, value]) => `-c ${name}=${escapeOption(value)}`)
  if (!('connectionString' in connection)) return { ...connection, options: own.join(' '), Client: NetworkClient }
  const { client, options, servers, target, answerMs } = parseDatabaseUrl(connection.connectionString)
  const config = { ...client, ...servers[0], options: [...options, ...own].join(' '), Client: NetworkClient }
  if (servers.length === 1 && target === 'any') return config
  return { ...config, choice: { servers, target, answerMs }, maxLifetimeSeconds: MAX_LIFETIME_SECONDS }
}

/** A backslash keeps a space or a backslash from ending the option. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\\s]/g, String.raw`\$&`)
}

/** Options of a connection pool. */
export interface DatabaseOptions {
  /** Maximum number of connections. */
  max: number
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  log: Logger
  /** A statement that runs longer is cancelled; 0 for no limit. */
  statementTimeoutMs?: number
  /** A transaction that idles longer is rolled back; 0 for no limit. */
  idleInTransactionTimeoutMs?: number
  /** A statement that waits longer for a lock fails, see `isLockTimeout`; 0, the default, for no limit. */
  lockTimeoutMs?: number
  /** Prepares statements: for pools that repeat a few of them. */
  preparesStatements?: boolean
  /** Limit for getting a free connection from the pool and for connecting to the server. */
  connectionTimeoutMs?: number
}

const defaultTimeouts = { statementTimeoutMs: 30_000, idleInTransactionTimeoutMs: 30_000, connectionTimeoutMs: 5000 }

const int8Oid: number = pg.types.builtins.INT8
const dateOid: number = pg.types.builtins.DATE

const dateArrayOid = 1182
const int8ArrayOid = 1016

/**
 * Types of the values in results: int8 is a bigint, numeric and date are strings (a day has no time zone), timestamptz
 * is a Date. Set per pool, because pg-boss shares the driver and expects its defaults.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === int8Oid) return BigInt
    if (oid === dateOid) return String
    if (oid === int8ArrayOid) return (text: string) => parseTextArray(text).map((item) => item && BigInt(item))
    if (oid === dateArrayOid) return parseTextArray
    return pg.types.getTypeParser(oid, 'text')
  },
}

const textArrayOid: number = 1009
const parseTextArray = pg.types.getTypeParser(textArrayOid, 'text') as (text: string) => (string | null)[]

/** Creates a pool of the driver, for statements that bypass Kysely. The caller ends it. */
export function createPool(connection: Connection, options: DatabaseOptions): pg.Pool {
  const { statementTimeoutMs, idleInTransactionTimeoutMs, connectionTimeoutMs, ...rest } = {
    ...defaultTimeouts,
    ...options,
  }
  const config = toClientConfig(withTimeouts(connection, { statementTimeoutMs, idleInTransactionTimeoutMs }))
  const pool = new pg.Pool({
    ...config,
    types,
    max: rest.max,
    application_name: rest.applicationName,
    lock_timeout: rest.lockTimeoutMs ?? 0,
    connectionTimeoutMillis: connectionTimeoutMs + findSearchMs(config),
    keepAlive: true,
    ...(rest.preparesStatements ? { Client: PreparedStatementClient } : {}),
  })
  // The pool replaces a connection that breaks between two queries. Without a listener its error would end the process.
  const onError = (err: Error) => rest.log.warn({ err }, 'A database connection broke')
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  // The pool drops a connection that is ended before it is back.
  pool.on('release', (_error, client) => {
    if (client instanceof NetworkClient && client.isReadOnly) void client.end()
  })
  return pool
}

interface Timeouts {
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
}

/** Adds the time limits of a pool, unless the connection has its own. */
function withTimeouts(connection: Connection, timeouts: Timeouts): Connection {
  const settings = {
    statement_timeout: String(timeouts.statementTimeoutMs),
    idle_in_transaction_session_timeout: String(timeouts.idleInTransactionTimeoutMs),
    ...connection.settings,
  }
  return { ...connection, settings }
}

/** The longest time that finding a server takes. */
function findSearchMs({ choice }: ClientConfig): number {
  return choice === undefined ? 0 : choice.answerMs + choice.servers.length * HEAD_START_MS
}

/**
 * Opens the network's database with Kysely. Columns are camelCase in TypeScript and snake_case in SQL; keys inside JSON
 * values are not changed.
 */
export function createDatabase(connection: Connection, options: DatabaseOptions): Kysely<Database> {
  return wrapPool(createPool(connection, options))
}

/** Gives a pool of the driver to Kysely, which ends it. */
export function wrapPool(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Connects without time limits while `work` runs: for migrations, maintenance and commands. */
export function openDatabase<T>(
  connection: Connection,
  log: Logger,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return withDatabase(connection, { log }, work)
}

/** Connects like `openDatabase`, for work that repeats a few statements thousands of times. */
export function openPreparingDatabase<T>(
  connection: Connection,
  log: Logger,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  return withDatabase(connection, { log, preparesStatements: true }, work)
}

async function withDatabase<T>(
  connection: Connection,
  options: Pick<DatabaseOptions, 'log' | 'preparesStatements'>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db = createDatabase(connection, {
    ...options,
    max: 2,
    applicationName: 'tandem maintenance',
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Returns whether the database answers a query. */
export async function isAnswering(db: Db): Promise<boolean> {
  try {
    await sql`SELECT 1`.execute(db)
    return true
  } catch {
    return false
  }
}

const lockTimeoutCode = '55P03'

const retryableCodes = new Set([
  READ_ONLY, // the server became a standby
  '40001', // serialization failure
  '40P01', // deadlock
  lockTimeoutCode,
  '57P01', // the server shuts down
  '57P02', // the server crashed
  '57P03', // the server starts up
  'EAI_AGAIN', // the name server does not answer
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the Unix socket does not exist yet
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Returns whether a retry may succeed: after a conflict, after a change of partitions, or when the server went away or
 * lacks resources. The failed commit may still have taken effect.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint } = error as { code?: string; constraint?: string }
  // A partition was attached for a row that was on its way to the default one. A refused value names a constraint.
  if (code === '23514') return constraint === undefined
  // Class 08 is a broken connection; class 53 lacks disk, memory or connections, which the operator can give it.
  if (code !== undefined) return retryableCodes.has(code) || /^(08|53)/.test(code)
  // The driver's own errors carry no code.
  return /^Connection terminated|^timeout exceeded when trying to connect|not queryable/.test(error.message)
}

/** Returns whether a statement failed because it waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === lockTimeoutCode
}

/** Options of `withRetry`. */
export interface RetryOptions {
  /** No attempt begins later than this; the default is 5 s. */
  forMs?: number
  firstPauseMs?: number
}

/**
 * Retries idempotent work while `isRetryable` allows it, with exponential backoff and jitter. Throws the last error.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { forMs = 5000, firstPauseMs = 20 } = options
  const deadline = performance.now() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await work()
    } catch (error) {
      const waitMs = pauseMs * (0.5 + Math.random() / 2)
      if (!isRetryable(error) || performance.now() + waitMs > deadline) throw error
      await sleep(waitMs)
    }
  }
}
