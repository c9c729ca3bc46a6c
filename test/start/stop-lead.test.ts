import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostbackSecret } from '#domains/people/advertisers/commands.ts'
import { BROWSER, makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { TestNetwork, buildSite, findFreePort, kill, waitUntil } from '#test/support/network.ts'
import { ReadinessProxy, askStatus } from '#test/support/readiness-proxy.ts'
import { rounds } from '#test/support/rounds.ts'
import { expectWithin } from '#test/support/timing.ts'

const LEAD_MS = 3000
const PAUSE_MS = 10
const PARALLEL = 3
/** What a node answers during its lead to `/readyz`, `/healthz` and a tracking link. */
const SERVED = [503, 200, 302]

interface Node {
  network: TestNetwork
  primary: ChildProcess
}

let database: TestDatabase
let nodes: [Node, Node]
let proxy: ReadinessProxy
let origin: string
let link: string
let token: string

/** Two nodes on one database, behind a balancer that follows `/readyz`. */
beforeAll(async () => {
  database = await createTestDatabase()
  const ctx = testContext(database.db)
  const { siteKey, hostname, advertiserId } = await makeLinkedPair(ctx)
  ;({ token } = await createPostbackSecret(ctx, { advertiserId }))
  link = `/r?key=${siteKey}&url=${encodeURIComponent(`https://${hostname}/`)}`
  buildSite()
  const env = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: randomBytes(32).toString('hex'),
    STOP_LEAD_MS: String(LEAD_MS),
    WORKERS: '1',
  }
  const startNode = async (): Promise<Node> => {
    const network = new TestNetwork(await findFreePort(), env)
    return { network, ...(await network.start()) }
  }
  // The first creates the network's keys and the tables of the queue.
  nodes = [await startNode(), await startNode()]
  proxy = new ReadinessProxy(nodes.map(({ network }) => network.port))
  origin = `http://127.0.0.1:${await proxy.start()}`
  await waitUntil(() => proxy.readyPorts.length === 2)
})

afterAll(async () => {
  await proxy.stop()
  for (const { network } of nodes) await network.remove()
  await database.close()
})

/** Visitors who click and buy, and read pages, until the load ends. Every answer that is not the expected one fails. */
function startLoad() {
  const failures: string[] = []
  const answered = { clicks: 0, orders: 0, pages: 0 }
  const over = new AbortController()
  async function expectStatus(what: keyof typeof answered, path: string, status: number): Promise<string> {
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } })
    const text = await response.text()
    if (response.status === status) answered[what] += 1
    else failures.push(`${what}: ${response.status} ${text.slice(0, 200)}`)
    return response.headers.get('location') ?? ''
  }
  async function visit(name: string): Promise<void> {
    const landing = await expectStatus('clicks', link, 302)
    const click = URL.parse(landing)?.searchParams.get('click_id') ?? ''
    const order = new URLSearchParams({ token, click_id: click, order_id: name, amount: '10.00' })
    await expectStatus('orders', `/postback?${order}`, 200)
    await expectStatus('pages', '/advertisers', 200)
  }
  async function run(visitor: number): Promise<void> {
    for (let round = 0; !over.signal.aborted; round++) {
      await visit(`order-${visitor}-${round}`).catch((error: unknown) => failures.push(String(error)))
      await sleep(PAUSE_MS)
    }
  }
  const running = Promise.all(Array.from({ length: PARALLEL }, (_, visitor) => run(visitor)))
  return {
    /** Waits until so many more visitors have clicked, bought and read. */
    awaitAnswers: async (count: number) => {
      const before = { ...answered }
      const names = Object.keys(answered) as (keyof typeof answered)[]
      await waitUntil(() => failures.length > 0 || names.every((name) => answered[name] >= before[name] + count))
    },
    forgetFailures: () => {
      failures.length = 0
    },
    end: async () => {
      over.abort()
      await running
      return failures
    },
  }
}

/**
 * Stops the node, which has to serve during its lead. Returns `false` if a slow machine let the balancer or this
 * process look only after the lead, when nothing is promised.
 */
async function stopWithLead({ network: { port }, primary }: Node): Promise<boolean> {
  const signalledAt = performance.now()
  const stopping = kill(primary, 'SIGTERM')
  await waitUntil(() => !proxy.readyPorts.includes(port))
  // A signal that is repeated does not shorten the lead, and everything but /readyz is served.
  primary.kill('SIGTERM')
  const statuses = await Promise.all(['/readyz', '/healthz', link].map((path) => askStatus(port, path)))
  const askedMs = performance.now() - signalledAt
  const { code, tookMs } = await stopping
  expect(code).toBe(0)
  expect(tookMs).toBeGreaterThan(LEAD_MS)
  expectWithin(askedMs, LEAD_MS)
  expectWithin(tookMs, LEAD_MS + 10_000)
  const hasLooked = askedMs < LEAD_MS
  expect(hasLooked ? statuses : SERVED).toEqual(SERVED)
  return hasLooked
}

test('stops one node after the other under load, and the balancer sees no failed request', async () => {
  const load = startLoad()
  for (let round = 0, seen = 0; ; round++) {
    const node = nodes[round % 2 === 0 ? 0 : 1]
    await load.awaitAnswers(10)
    const hasLooked = await stopWithLead(node)
    if (hasLooked) seen += 1
    if (seen === rounds.leads) break
    ;({ primary: node.primary } = await node.network.start())
    await waitUntil(() => proxy.readyPorts.includes(node.network.port))
    if (!hasLooked) load.forgetFailures()
  }
  await load.awaitAnswers(10)
  const failures = await load.end()
  expect(failures, [...failures, ...nodes.map(({ network }) => network.errors)].join('\n')).toEqual([])
})
