import { createServer } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#database'
import { branding } from '#test/support/context.ts'
import { connect } from '#test/support/database.ts'
import { startServerPair } from '#test/support/postgres.ts'
import type { TestServer } from '#test/support/postgres.ts'
import { patienceMs, testLimitMs } from '#test/support/patience.ts'
import { expectWithin } from '#test/support/timing.ts'
import { createDatabase, isRetryable, toClientConfig, withRetry, withSetting } from './database.ts'
import type { Connection } from './database.ts'
import { NetworkClient } from './database-client.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { ChannelListener } from './listen.ts'
import { createLogger } from '../log.ts'

const log = createLogger('silent', 'test')

let primary: TestServer
let standby: TestServer
/** Connects to the standby as an administrator. */
let standbyDb: Db

beforeAll(async () => {
  ;({ primary, standby } = await startServerPair())
  const administrator = connect(primary.host, { database: 'postgres' })
  await sql`CREATE ROLE tandem_app NOLOGIN`.execute(administrator)
  await sql`CREATE TABLE noted (server text)`.execute(administrator)
  await administrator.destroy()
  standbyDb = connect(standby.host, { database: 'postgres' })
})

afterAll(async () => {
  await standbyDb.destroy()
  await Promise.all([primary.stop(), standby.stop()])
})

/** The address of a database with several hosts, each the folder of a Unix socket. Each may take a minute to answer. */
function addressOf(hosts: readonly string[], query = ''): { connectionString: string } {
  const list = hosts.map(encodeURIComponent).join(',')
  return { connectionString: `postgres://tandem@${list}/postgres?connect_timeout=60&${query}` }
}

/** A host on which nothing listens. */
const makeRefusingHost = () => mkdtempSync(join(tmpdir(), 'tandem-refuses-'))

/** Opens a host that accepts connections and never answers. */
async function openSilentHost(): Promise<string> {
  const host = mkdtempSync(join(tmpdir(), 'tandem-silent-'))
  const server = createServer().listen(join(host, '.s.PGSQL.5432'))
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return host
}

function open(connection: Connection, max = 2) {
  return createDatabase(connection, { max, applicationName: 'test', log, connectionTimeoutMs: patienceMs })
}

async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(db)
  return rows[0]?.value
}

/** Reads on which server a connection is. */
async function findHost(db: Db): Promise<string | undefined> {
  return readSetting(db, 'unix_socket_directories')
}

async function withDatabase<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = open(connection)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

describe('with several hosts', () => {
  test('skips one that refuses and a standby, wherever they stand', async () => {
    const refusing = makeRefusingHost()
    for (const hosts of [
      [refusing, standby.host, primary.host],
      [primary.host, standby.host, refusing],
    ]) {
      expect(await withDatabase(addressOf(hosts), findHost)).toBe(primary.host)
    }
    expect(await withDatabase(addressOf([refusing, standby.host], 'target_session_attrs=any'), findHost)).toBe(
      standby.host,
    )
  })

  test('does not wait for one that never answers', async () => {
    const { choice, ...config } = toClientConfig(addressOf([await openSilentHost(), primary.host]))
    if (choice === undefined) throw new Error('There is no choice')
    const client = new NetworkClient({ ...config, choice: { ...choice, answerMs: testLimitMs } })
    onTestFinished(() => client.end())
    const startedAt = performance.now()
    await client.connect()
    expectWithin(performance.now() - startedAt, 4000)
    const { rows } = await client.query('SHOW unix_socket_directories')
    expect(rows).toEqual([{ unix_socket_directories: primary.host }])
  })

  test('says why none can be used, without the password', async () => {
    const { connectionString } = addressOf([makeRefusingHost(), standby.host])
    const address = { connectionString: connectionString.replace('tandem@', 'tandem:hunter2@') }
    const error = await withDatabase(address, findHost).catch((caught: unknown) => caught)
    expect(error).toSatisfy(isRetryable)
    expect(String(error)).toMatch(/no server can be used: .*ENOENT.*it is a standby/)
    expect(String(error)).not.toContain('hunter2')
  })

  test('says within its time limit that none answers', async () => {
    const hosts = [await openSilentHost(), await openSilentHost()].map(encodeURIComponent).join(',')
    const startedAt = performance.now()
    const search = withDatabase({ connectionString: `postgres://tandem@${hosts}/postgres?connect_timeout=1` }, findHost)
    const error = await search.catch((caught: unknown) => caught)
    expectWithin(performance.now() - startedAt, 4000)
    expect(error).toSatisfy(isRetryable)
    expect(String(error)).toMatch(/no server can be used: (.*did not answer within 1000 ms.*){2}/)
  })

  test('may be tried again while one is unknown and the other is no primary yet', async () => {
    const address = addressOf(['unknown.invalid', standby.host])
    const error = await withDatabase(address, findHost).catch((caught: unknown) => caught)
    expect(String(error)).toMatch(/unknown.invalid.*it is a standby/)
    expect(error).toSatisfy(isRetryable)
  })

  test('leaves a server that takes no writes any more', async () => {
    const administrator = connect(primary.host, { database: 'postgres' })
    const setReadOnly = async (value: 'on' | 'off') => {
      await sql`ALTER SYSTEM SET default_transaction_read_only = ${sql.raw(value)}`.execute(administrator)
      await sql`SELECT pg_reload_conf()`.execute(administrator)
    }
    onTestFinished(async () => {
      await setReadOnly('off')
      await administrator.destroy()
    })
    await withDatabase(addressOf([standby.host, primary.host]), async (db) => {
      expect(await findHost(db)).toBe(primary.host)
      await setReadOnly('on')
      const write = sql`INSERT INTO noted VALUES ('primary')`
      await expect.poll(() => write.execute(db).then(String, String)).toMatch(/read-only|no server can be used/)
      // The connection that was refused is not used again, so a search for a server begins.
      await expect(write.execute(db)).rejects.toThrow(/it is read-only/)
      await setReadOnly('off')
      await expect.poll(() => write.execute(db).then(() => 'written', String)).toBe('written')
    })
  })
})

test('settings of the network win over those in options, which hold beside them', async () => {
  const options = encodeURIComponent('-c timezone=Asia/Tokyo -c statement_timeout=7 -c lock_timeout=4321 -c role=none')
  const address = addressOf([primary.host], `options=${options}`)
  await withDatabase(withSetting(address, 'role', 'tandem_app'), async (db) => {
    expect(await readSetting(db, 'timezone')).toBe('UTC')
    expect(await readSetting(db, 'statement_timeout')).toBe('30s')
    expect(await readSetting(db, 'lock_timeout')).toBe('4321ms')
    expect(await readSetting(db, 'role')).toBe('tandem_app')
  })
})

test('when its server dies, sessions, listener and jobs go on at the one that was promoted', async () => {
  const connection = addressOf([primary.host, standby.host])
  const db = open(connection)
  onTestFinished(() => db.destroy())
  const heard: (string | undefined)[] = []
  const listener = new ChannelListener({
    connection,
    channel: 'news',
    log,
    retryMs: 50,
    onChange: (payload) => heard.push(payload),
  })
  listener.start()
  onTestFinished(() => listener.stop())
  const job = { name: 'tick', cron: '0 0 1 1 *', run: () => Promise.resolve() }
  const runner = await startJobRunner({ connection, ownerConnection: connection, db, branding, log, jobs: [job] })
  onTestFinished(() => runner.stop())
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect(await findHost(db)).toBe(primary.host)
  // The standby has everything before the primary dies.
  await expect.poll(() => sql`SELECT FROM jobs.schedule`.execute(standbyDb).then(({ rows }) => rows.length)).toBe(1)

  const heardBefore = heard.length
  await primary.stop()
  await sql`SELECT pg_promote()`.execute(standbyDb)
  await withRetry(() => sql`INSERT INTO noted VALUES ('promoted')`.execute(db), { forMs: patienceMs })
  expect(await findHost(db)).toBe(standby.host)
  await expect.poll(() => heard.length).toBeGreaterThan(heardBefore)
  const notify = () => sql`SELECT pg_notify('news', 'of the new server')`.execute(db)
  await expect.poll(() => notify().then(() => heard)).toContain('of the new server')
  await withRetry(() => runner.queue(job), { forMs: patienceMs })
})
