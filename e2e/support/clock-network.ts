import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#database'
import { createDatabase } from '#platform/server/database/database.ts'
import type { Connection } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { withParent } from '#platform/server/postgres/die-with-parent.ts'
import { findRunningPostgres, startPostgres } from '#platform/server/postgres/supervisor.ts'
import { runJobs } from './jobs.ts'
import type { Network } from './networks.ts'
import { serve } from './web-page.ts'
import type { WebServer } from './web-page.ts'

/** Where the network finds the statement of its bank. */
const BANK_HOST = 'bank.example'

/** The account of the network, which the statement is about. */
export const NETWORK_IBAN = 'DE89370400440532013000'

/**
 * A network whose clock a test sets forward, for Node and for SQL alike, and which finds the web servers of the test
 * behind every name. Neither the product nor its configuration knows of it: `moved-date.ts` is loaded into its
 * processes, its database finds a function `now()` of the test before PostgreSQL's own, and `clock-network-main.ts`
 * passes its outbound client.
 */
export class ClockNetwork {
  readonly #network: Network
  readonly #clock: string
  readonly #pages = new Map<string, string>()
  #sites: WebServer | undefined
  #primary: ChildProcess | undefined
  #aheadMs = 0

  constructor(network: Network) {
    this.#network = network
    this.#clock = join(network.dataDir, 'moved-clock')
  }

  get url(): string {
    return this.#network.baseURL
  }

  /** The variables of a process that works on this network. */
  get env(): Record<string, string> {
    return {
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'moved-date.ts')}`,
      MOVED_CLOCK: this.#clock,
      DATA_DIR: this.#network.dataDir,
    }
  }

  /** The present time of the network. */
  get now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  /** Gives the database its clock, and starts the network on its demo data, at the real time. */
  async start(): Promise<void> {
    this.#writeClock()
    const log = createLogger('silent', 'e2e')
    const postgres = await startPostgres({ home: this.#network.dataDir, log })
    try {
      await this.query(addClock)
    } finally {
      await postgres.stop()
    }
    this.#sites = await serve(({ headers }, response) => response.end(this.#pages.get(headers.host ?? '')))
    await this.#launch(this.#sites.port)
  }

  /** Lets the web server of a host answer each request with this text. */
  publish(host: string, text: string): void {
    this.#pages.set(host, text)
  }

  /** Lets the bank of the network offer this statement. */
  publishStatement(text: string): void {
    this.publish(BANK_HOST, text)
  }

  /** Sets the clock forward to a time. */
  async moveTo(time: Date): Promise<void> {
    this.#aheadMs = time.getTime() - Date.now()
    this.#writeClock()
    await this.query((db) => sql`UPDATE moved_clock.ahead SET ms = ${this.#aheadMs}`.execute(db))
  }

  /** Runs jobs one after another, each to its end, as their schedules would at the time that the clock shows. */
  runJobs(...names: string[]): Promise<void> {
    return runJobs(this.#network.dataDir, ...names)
  }

  /** Reads or writes the database as its owner. */
  async query<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const log = createLogger('silent', 'e2e')
    const db = createDatabase(this.#connection, { max: 1, applicationName: 'e2e', log })
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  async stop(): Promise<void> {
    this.#sites?.close()
    const primary = this.#primary
    if (!primary || primary.exitCode !== null) return
    const ended = once(primary, 'exit')
    primary.kill('SIGTERM')
    await ended
  }

  get #connection(): Connection {
    const connection = findRunningPostgres(this.#network.dataDir)?.owner
    if (connection === undefined) throw new Error('No PostgreSQL runs.')
    return connection
  }

  async #launch(sitePort: number): Promise<void> {
    const address = { PORT: String(this.#network.port), HOST: '127.0.0.1', SITE_PORT: String(sitePort) }
    const settings = { ...address, BANK_FILE_URL: `https://${BANK_HOST}/`, PAYOUT_IBAN: NETWORK_IBAN }
    const [command = '', ...args] = withParent('INT', [process.execPath, 'e2e/support/clock-network-main.ts'])
    const primary = spawn(command, args, {
      env: { ...process.env, ...this.env, ...settings, DEMO: '1', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#primary = primary
    let output = ''
    for await (const chunk of primary.stdout) {
      output += String(chunk)
      if (output.includes(' runs at ')) return
    }
    throw new Error(`The network did not start: ${output}`)
  }

  /** Processes that read at the same time find the old or the new number, never a part of one. */
  #writeClock(): void {
    writeFileSync(`${this.#clock}.new`, String(this.#aheadMs))
    renameSync(`${this.#clock}.new`, this.#clock)
  }
}

/** Adds functions of the time that each new connection finds before those of PostgreSQL. */
async function addClock(db: Db): Promise<void> {
  await sql`CREATE SCHEMA moved_clock`.execute(db)
  await sql`CREATE TABLE moved_clock.ahead (ms bigint NOT NULL)`.execute(db)
  await sql`INSERT INTO moved_clock.ahead VALUES (0)`.execute(db)
  for (const name of ['now', 'clock_timestamp']) {
    await sql`CREATE FUNCTION moved_clock.${sql.ref(name)}() RETURNS timestamptz LANGUAGE sql STABLE AS ${sql.lit(
      `SELECT pg_catalog.${name}() + (SELECT ms FROM moved_clock.ahead) * interval '1 ms'`,
    )}`.execute(db)
  }
  await sql`GRANT USAGE ON SCHEMA moved_clock TO PUBLIC`.execute(db)
  await sql`GRANT SELECT ON moved_clock.ahead TO PUBLIC`.execute(db)
  await sql`DO $$ BEGIN EXECUTE format(
    'ALTER DATABASE %I SET search_path = moved_clock, pg_catalog, public', current_database()); END $$`.execute(db)
}
