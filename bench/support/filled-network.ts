import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { resolveActor } from '#app/actor.ts'
import type { Db } from '#database'
import { createDatabase } from '#platform/server/database/database.ts'
import type { Connection } from '#platform/server/database/database.ts'
import type { Route } from '#platform/server/http/route.ts'
import { createServer } from '#platform/server/http/server.ts'
import { createLogger } from '#platform/server/log.ts'
import { migrate } from '#platform/server/schema/migrate.ts'
import { StartError } from '#platform/server/start-error.ts'
import { startPostgres } from '#platform/server/postgres/supervisor.ts'
import { branding } from '#test/support/context.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { openSession } from '#test/support/sessions.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'
import { findParent } from './usage.ts'

/** A server and its own embedded PostgreSQL, both in or below this process. */
export interface FilledNetwork {
  address: string
  db: Db
  /** Connects as the owner. */
  connection: Connection
  secrets: AppSecrets
  /** The process number of the PostgreSQL server. */
  postgresPid: number
}

interface NetworkOptions {
  /** Inserts the rows that the benchmark reads. */
  fill: (db: Db) => Promise<void>
  routes: (secrets: AppSecrets) => readonly Route[]
  /** The folder in which the data stays for the next run, which then does not fill it; by default none. */
  keptIn?: string | undefined
  /** Additional settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>
}

/** Opens a server on a database of its own; the caller disposes of `opened`. */
export async function openFilledNetwork(
  opened: AsyncDisposableStack,
  { fill, routes, keptIn, settings = {} }: NetworkOptions,
): Promise<FilledNetwork> {
  const log = createLogger('error', 'bench')
  const home = keptIn === undefined ? makeHome(opened) : openHome(keptIn)
  const start = async () => {
    const postgres = await startPostgres({ home, log, settings })
    const db = createDatabase(postgres.owner, { max: 10, applicationName: 'bench', log, statementTimeoutMs: 0 })
    return { postgres, db }
  }
  let { postgres, db } = await start()
  if (!(await canMigrate(db))) {
    // The kept data are of another version. They are made anew.
    await db.destroy()
    await postgres.stop()
    rmSync(home, { recursive: true })
    openHome(home)
    ;({ postgres, db } = await start())
    await migrate(db)
  }
  opened.defer(() => postgres.stop())
  opened.defer(() => db.destroy())
  if (!existsSync(join(home, FILLED))) {
    await fill(db)
    writeFileSync(join(home, FILLED), '')
  }
  const secrets = await loadTestSecrets(db)
  const server = await createServer({
    db,
    branding,
    secrets,
    trackingOrigin: 'http://localhost:3000',
    resolveActor,
    logger: createLogger('silent', 'bench'),
    trustProxy: false,
    routes: routes(secrets),
    isReady: async () => true,
    metrics: async () => '',
  })
  opened.defer(() => server.close())
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return { db, connection: postgres.owner, secrets, address, postgresPid: await findPostgresPid(db) }
}

/** Whether the migrations of this version continue those that made a database. */
async function canMigrate(db: Db): Promise<boolean> {
  return migrate(db).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StartError) return false
      throw error
    },
  )
}

/** Stands in a folder whose database is filled. */
const FILLED = 'filled'

function makeHome(opened: AsyncDisposableStack): string {
  const home = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
  opened.defer(() => rmSync(home, { recursive: true, force: true }))
  chmodSync(home, 0o755)
  return home
}

/** Opens a folder that is kept. What an interrupted run has filled in part is made anew. */
function openHome(home: string): string {
  if (!existsSync(join(home, FILLED))) rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true, mode: 0o755 })
  return home
}

async function findPostgresPid(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
  return findParent(rows[0]?.pid ?? 0)
}

interface Publishers {
  count: number
  sites: number
  /** How many of them are signed in; by default all. */
  sessions?: number
}

/** Inserts approved publishers with `sites` sites each. The account of publisher n is n, its session `session-n`. */
export async function insertPublishers(db: Db, { count, sites, sessions = count }: Publishers): Promise<void> {
  await sql`INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'p' || n || '@example.com', 'publisher', 'Publisher ' || n, 'approved', now()
    FROM generate_series(1, ${count}) n`.execute(db)
  await sql`INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, now() FROM account ORDER BY id`.execute(db)
  await sql`INSERT INTO publisher_profile (id) SELECT id FROM publisher`.execute(db)
  await sql`INSERT INTO site (publisher_id, key, name, url, created_at)
    SELECT publisher.id, lpad((publisher.id * ${sites} + n)::text, 16, '0'), 'Site ' || n, 'https://example.com', now()
    FROM publisher, generate_series(0, ${sites - 1}) n ORDER BY publisher.id, n`.execute(db)
  for (let id = 1; id <= sessions; id++) await openSession(db, { accountId: BigInt(id), token: `session-${id}` })
}

/** Inserts advertisers with the ids 1 to `count`. */
export async function insertAdvertisers(db: Db, count: number): Promise<void> {
  await sql`INSERT INTO advertiser (name, website, created_at)
    SELECT 'Advertiser ' || n, 'https://example.com', now() FROM generate_series(1, ${count}) n`.execute(db)
}

/** Returns the 95th percentile of times. */
export function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
