import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#database'
import {
  TestNetwork,
  buildSite,
  findFreePort,
  isRunning,
  kill,
  listDescendants,
  waitUntil,
} from '#test/support/network.ts'
import { askStatus } from '#test/support/readiness-proxy.ts'
import { rounds } from '#test/support/rounds.ts'
import { expectWithin } from '#test/support/timing.ts'

let network: TestNetwork
let trackingPort: number
let trackingUrl: string

beforeAll(async () => {
  trackingPort = await findFreePort()
  trackingUrl = `http://127.0.0.1:${trackingPort}`
  network = new TestNetwork(await findFreePort(), { TRACKING_PORT: String(trackingPort) })
  buildSite()
})

afterAll(() => network.remove())

test('SIGTERM ends every process within 10 seconds, with code 0', async () => {
  const { primary } = await network.start()
  const processes = listDescendants(primary)
  expect(processes.length).toBeGreaterThanOrEqual(4)
  const { code, tookMs } = await kill(primary, 'SIGTERM')
  expect(code).toBe(0)
  expectWithin(tookMs, 10_000)
  expect(processes.filter(isRunning)).toEqual([])
})

test('a stop under load fails no request at either port, and the next start gets the ports at once', async () => {
  for (let round = 0; round < rounds.stops; round++) {
    const { code, answered, failures } = await stopUnderLoad()
    expect(code).toBe(0)
    expect(failures).toEqual([])
    for (const count of answered) expect(count).toBeGreaterThan(50)

    const next = await network.start()
    expectWithin(next.tookMs, 15_000)
    expect(await network.isReady()).toBe(true)
    expect((await kill(next.primary, 'SIGINT')).code).toBe(0)
  }
})

async function stopUnderLoad() {
  const { primary } = await network.start()
  const loads = [
    createLoad(`${network.url}/healthz`, { clients: 12, status: '200' }),
    createLoad(`${trackingUrl}/healthz`, { clients: 4, status: '200' }),
    // Read on the fast path until the stop begins.
    createLoad(`${trackingUrl}/hosts/nosuchkey`, { clients: 8, status: '404' }),
  ]
  await waitUntil(() => loads.every((load) => load.countAnswered() > 50))
  const { code } = await kill(primary, 'SIGTERM')
  const ends = await Promise.all(loads.map((load) => load.end()))
  return { code, answered: ends.map(({ answered }) => answered), failures: ends.flatMap(({ failures }) => failures) }
}

test('a stop waits for the requests in flight at either port, but not for their kept-alive connections', async () => {
  const { primary } = await network.start()
  const db = network.connect()
  const agent = new Agent({ keepAlive: true })
  const answers: string[] = []
  const { waiting, stop } = await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE advertiser, click`.execute(tx)
    const urls = [`${network.url}/sitemap.xml`, `${trackingUrl}/r?key=nosuchkey`]
    const asked = urls.map(async (url) => answers.push(await request(url, agent)))
    await waitUntil(async () => (await listAwaitedTables(db)).length === 2)
    const stopping = kill(primary, 'SIGTERM')
    for (const port of [network.port, trackingPort]) await waitUntil(async () => (await askStatus(port, '/')) === 0)
    // The page waits for the lock, and the stop for the page.
    expect(answers).not.toContain('200')
    expect(primary.exitCode).toBe(null)
    return { waiting: Promise.all(asked), stop: stopping }
  })
  await waiting
  expect(answers.toSorted()).toEqual(['200', '404'])
  await db.destroy()
  const { code, tookMs } = await stop
  expect(code).toBe(0)
  expect(network.errors).not.toContain('did not stop in time')
  expectWithin(tookMs, 5000)
})

/** Lists the tables for whose lock a request waits: one that reads an advertiser, or one that writes a click. */
async function listAwaitedTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT relation::regclass::text AS name FROM pg_locks WHERE NOT granted AND (relation, mode) IN
      (('advertiser'::regclass, 'AccessShareLock'), ('click'::regclass, 'RowExclusiveLock'))`.execute(db)
  return rows.map(({ name }) => name)
}

/** Starts clients that keep their connections and send one request after another until the port refuses them. */
function createLoad(url: string, { clients, status }: { clients: number; status: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const failures: string[] = []
  let answered = 0
  async function run(): Promise<void> {
    for (;;) {
      const outcome = await request(url, agent)
      if (outcome === 'ECONNREFUSED') return
      if (outcome === status) answered += 1
      else failures.push(outcome)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, run))
  return {
    countAnswered: () => answered,
    end: async () => {
      await running
      agent.destroy()
      return { answered, failures }
    },
  }
}

/** Sends a GET; resolves with the status of the response, or the code of the error. */
function request(url: string, agent: Agent): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  get(url, { agent }, (response) => {
    response.resume().on('end', () => resolve(String(response.statusCode)))
  }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  return promise
}
