import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { startDatabase } from '#app/database-bootstrap.ts'
import type { NetworkDatabase } from '#app/database-bootstrap.ts'
import { tableRights } from '#app/table-rights.ts'
import { ensureClickPartitions } from '#domains/tracking/tracking/commands/partitions.ts'
import { findProgress } from '#domains/figures/reports/queries/rollup-progress.ts'
import { readConfig } from '#platform/server/config.ts'
import { createDatabase, openDatabase } from '#platform/server/database/database.ts'
import { startJobRunner } from '#platform/server/jobs/job-runner.ts'
import type { JobRunner } from '#platform/server/jobs/job-runner.ts'
import { createLogger } from '#platform/server/log.ts'
import { prepareSchema } from '#platform/server/schema/prepare-schema.ts'
import { branding } from '#test/support/context.ts'
import { connect, connectionString } from '#test/support/database.ts'
import { TestNetwork, buildSite, findFreePort, kill, waitUntil } from '#test/support/network.ts'
import { startTestServer } from '#test/support/postgres.ts'
import { toSnakeCase } from '#test/support/sql-statements.ts'

const log = createLogger('silent', 'test')
const month = new Date('2026-03-01T00:00:00Z')

/** A PostgreSQL server that the network did not start. */
interface OwnServer {
  administrator: Db
  host: string
  stop(): Promise<void>
}

async function startOwnServer(): Promise<OwnServer> {
  const { host, stop } = await startTestServer()
  const administrator = connect(host, { database: 'postgres' })
  return {
    administrator,
    host,
    stop: async () => {
      await administrator.destroy()
      await stop()
    },
  }
}

/** Creates a user without superuser rights and a database that it owns; returns the connection string. */
async function createOwner({ administrator, host }: OwnServer, user: string, rights = ''): Promise<string> {
  await sql`CREATE ROLE ${sql.id(user)} LOGIN ${sql.raw(rights)}`.execute(administrator)
  await sql`CREATE DATABASE ${sql.id(user)} OWNER ${sql.id(user)}`.execute(administrator)
  return connectionString(host, { database: user, user })
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-rights-'))
  chmodSync(folder, 0o755)
  return folder
}

describe.each(['the embedded database', 'a database of DATABASE_URL'])('in %s', (kind) => {
  let server: OwnServer | undefined
  let dataDir: string
  let database: NetworkDatabase
  let worker: Db
  let jobs: Db
  let runner: JobRunner

  beforeAll(async () => {
    dataDir = makeFolder()
    if (kind !== 'the embedded database') server = await startOwnServer()
    const env = server === undefined ? {} : { DATABASE_URL: await createOwner(server, 'owner', 'CREATEROLE') }
    database = await startDatabase(readConfig({ DATA_DIR: dataDir, ...env }), log)
    const { connection, ownerConnection } = database
    // Runs twice at once, as two starts at the same time do.
    const prepare = () => openDatabase(ownerConnection, log, (db) => prepareSchema(db, tableRights))
    await Promise.all([prepare(), prepare()])
    worker = createDatabase(connection, { max: 1, applicationName: 'tandem http', log })
    jobs = createDatabase(connection, { max: 1, applicationName: 'tandem jobs', log })
    runner = await startJobRunner({ connection, ownerConnection, db: jobs, branding, log, jobs: [] })
    await openDatabase(ownerConnection, log, (db) => ensureClickPartitions(db, { from: month, months: 1 }))
  })

  afterAll(async () => {
    await runner.stop()
    await Promise.all([worker.destroy(), jobs.destroy()])
    await database.stop()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs a statement as a job does, and returns the code of the error that ends it. */
  async function findErrorCodeInJob(statement: ReturnType<typeof sql>): Promise<unknown> {
    let code: unknown
    await runner.run({
      name: 'attempt',
      cron: '0 0 1 1 *',
      run: async ({ db }) => {
        code = await findErrorCode(statement, db)
      },
    })
    return code
  }

  const appendOnly = [...tableRights.appendOnly.map(toSnakeCase), 'click_default', 'click_2026_03']

  test.each(appendOnly)('neither workers nor jobs can update, delete or truncate %s', async (name) => {
    const table = sql.id(name)
    const column = (await listColumns(worker, name)).at(-1)
    const statements = [
      sql`UPDATE ${table} SET ${sql.id(column ?? '')} = DEFAULT`,
      sql`DELETE FROM ${table}`,
      sql`TRUNCATE ${table}`,
      sql`TRUNCATE ${table} CASCADE`,
    ]
    for (const statement of statements) {
      expect(await findErrorCode(statement, worker)).toBe(insufficientPrivilege)
      expect(await findErrorCodeInJob(statement)).toBe(insufficientPrivilege)
    }
  })

  test.each(tableRights.neverRemoved.map(toSnakeCase))(
    'neither workers nor jobs can delete or truncate %s',
    async (name) => {
      for (const statement of [sql`DELETE FROM ${sql.id(name)}`, sql`TRUNCATE ${sql.id(name)}`]) {
        expect(await findErrorCode(statement, worker)).toBe(insufficientPrivilege)
        expect(await findErrorCodeInJob(statement)).toBe(insufficientPrivilege)
      }
    },
  )

  test('a session works as tandem_app from its beginning, and after RESET role', async () => {
    await sql`RESET role`.execute(worker)
    const { rows } = await sql<{ name: string }>`SELECT current_user::text AS name`.execute(worker)
    expect(rows).toEqual([{ name: 'tandem_app' }])
    expect(await findErrorCode(sql`CREATE TABLE mine (n int)`, worker)).toBe(insufficientPrivilege)
  })

  test('a job that needs the owner works as the owner', async () => {
    let made: string[] = []
    const run = async ({ db }: { db: Db }) => {
      made = await ensureClickPartitions(db, { from: new Date('2026-04-01T00:00:00Z'), months: 1 })
    }
    await runner.run({ name: 'make', cron: '0 0 1 1 *', needsOwner: true, run })
    expect(made).toEqual(['click_2026_04'])
  })
})

const insufficientPrivilege = '42501'

/** Runs a statement and returns the code of the error that ends it. */
async function findErrorCode(statement: ReturnType<typeof sql>, db: Db): Promise<unknown> {
  try {
    await statement.execute(db)
    return 'no error'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

async function listColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 ORDER BY attnum`.execute(db)
  return rows.map(({ name }) => name)
}

describe('a start with DATABASE_URL', () => {
  let network: TestNetwork
  let server: OwnServer

  beforeAll(async () => {
    server = await startOwnServer()
    network = new TestNetwork(await findFreePort())
    buildSite()
  })

  afterAll(async () => {
    await network.remove()
    await server.stop()
  })

  test('refuses a user who may not create roles, and prints the two lines that help', async () => {
    const url = await createOwner(server, 'poor-owner')
    const { code, stderr } = await network.startUntilExit({ DATABASE_URL: url })
    expect(code).toBe(1)
    const [sentence, ...lines] = stderr.split('\n')
    expect(sentence).toMatch(/^The user of DATABASE_URL may not make the role tandem_app, .* as an administrator/)
    expect(lines).toEqual(['CREATE ROLE tandem_app NOLOGIN;', 'GRANT tandem_app TO "poor-owner";'])
    for (const line of lines) await sql.raw(line).execute(server.administrator)
    const { primary } = await network.start({ DATABASE_URL: url })
    expect((await kill(primary, 'SIGTERM')).code).toBe(0)
  })

  test('runs workers and jobs as tandem_app: they go on when the owner loses its rights', async () => {
    const url = await createOwner(server, 'landlord')
    await sql`GRANT tandem_app TO landlord WITH INHERIT FALSE`.execute(server.administrator)
    const { primary } = await network.start({ DATABASE_URL: url })
    const inside = connect(server.host, { database: 'landlord' })
    try {
      await sql`REVOKE ALL ON ALL TABLES IN SCHEMA public, jobs FROM landlord`.execute(inside)
      const before = await findProgress(inside, 'rollups')
      await waitUntil(async () => Number(await findProgress(inside, 'rollups')) > Number(before))
      const link = `${network.url}/r?key=none&url=https://shop.example/`
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(404)
      await waitUntil(async () => (await inside.selectFrom('click').select('id').execute()).length > 0)
    } finally {
      await inside.destroy()
    }
    expect((await kill(primary, 'SIGTERM')).code).toBe(0)
  })
})
