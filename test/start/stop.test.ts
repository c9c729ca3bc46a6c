import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestNetwork, buildSite, listDescendants, findFreePort, isRunning, kill } from '#test/support/network.ts'
import { loopTimeoutMs, rounds } from '#test/support/rounds.ts'

let network: TestNetwork

beforeAll(async () => {
  network = new TestNetwork(await findFreePort())
  buildSite()
}, 180_000)

afterAll(() => network.remove())

test('SIGTERM ends every process within 10 seconds, with code 0', async () => {
  const { primary } = await network.start()
  const processes = listDescendants(primary)
  expect(processes.length).toBeGreaterThanOrEqual(4)
  const { code, tookMs } = await kill(primary, 'SIGTERM')
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  expect(processes.filter(isRunning)).toEqual([])
}, 120_000)

test(
  'a stop under load fails no request, and the next start gets the port at once',
  { timeout: loopTimeoutMs },
  async () => {
    for (let round = 0; round < rounds.stops; round++) {
      const { code, answered, failures } = await stopUnderLoad()
      expect(code).toBe(0)
      expect(failures).toEqual([])
      expect(answered).toBeGreaterThan(200)

      const next = await network.start()
      expect(next.tookMs).toBeLessThan(15_000)
      expect(await network.isReady()).toBe(true)
      expect((await kill(next.primary, 'SIGINT')).code).toBe(0)
    }
  },
)

async function stopUnderLoad() {
  const { primary } = await network.start()
  const load = createLoad(`${network.url}/healthz`, 24)
  await sleep(1000)
  const { code } = await kill(primary, 'SIGTERM')
  return { code, ...(await load.end()) }
}

test('a stop waits for a request in flight, but not for its kept-alive connection', async () => {
  const { primary } = await network.start()
  const db = network.connect()
  const agent = new Agent({ keepAlive: true })
  const { answer, stop } = await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE advertiser`.execute(tx)
    const waiting = request(`${network.url}/sitemap.xml`, agent)
    await sleep(300)
    const stopping = kill(primary, 'SIGTERM')
    await sleep(1500)
    return { answer: waiting, stop: stopping }
  })
  expect(await answer).toBe('200')
  await db.destroy()
  const { code, tookMs } = await stop
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(5000)
}, 120_000)

/** Starts clients that keep their connections and send one request after another until the port refuses them. */
function createLoad(url: string, clients: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const failures: string[] = []
  let answered = 0
  async function run(): Promise<void> {
    for (;;) {
      const outcome = await request(url, agent)
      if (outcome === 'ECONNREFUSED') return
      if (outcome === '200') answered += 1
      else failures.push(outcome)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, run))
  return {
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
