import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#database'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { TestNetwork, findFreePort, waitUntil } from '#test/support/network.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { BARE_ANSWERS, startBareServer } from './support/bare-server.ts'
import { generator, loadHttp } from './support/http-load.ts'
import type { Load } from './support/http-load.ts'
import { atLeast, describeLimit, describeSpeed, measureInTurns, medianRatio, say } from './support/rounds.ts'
import type { Run } from './support/rounds.ts'
import { measureSyncMs } from './support/usage.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const SECONDS = 5
const WARM_UP_SECONDS = 3
const CLICKS = 2000
/** The target, as a share of the bare server. */
const TARGET = 0.1

/**
 * Measures postbacks per second, each answered when its order is committed, beside a server that only answers. Checks
 * that each answer is a transaction, and the ledger.
 */
async function main(): Promise<void> {
  const workers = availableParallelism()
  const barePort = await findFreePort()
  const network = new TestNetwork(await findFreePort(), { WORKERS: String(workers) })
  const { primary } = await network.start()
  const bare = await startBareServer(BARE_ANSWERS.postback, { port: barePort, processes: workers })
  const db = network.connect()
  try {
    const target = await prepare(db, network)
    const servers = [
      { name: 'bare', root: bare, url: `http://127.0.0.1:${barePort}` },
      { name: 'product', root: primary, url: network.url },
    ]
    for (const { url } of servers) await load({ ...target, url }, { prefix: 'warm', seconds: WARM_UP_SECONDS })
    let round = 0
    const measured = servers.map(({ url, ...server }) => ({
      ...server,
      load: () => load({ ...target, url }, { prefix: `order-${round++}`, seconds: SECONDS }),
    }))
    const runs = await measureInTurns(measured, ROUNDS)
    const stored = await checkStored(db, runs.get('product') ?? [])
    const perCommit = stored.orders / stored.commits
    printResult(runs, { syncMs: measureSyncMs(network.dataDir), perCommit })
  } finally {
    bare.kill()
    await db.destroy()
    await network.remove()
  }
}

interface Target {
  url: string
  token: string
  clickTokens: readonly string[]
}

async function prepare(db: Db, network: TestNetwork): Promise<Target> {
  const fixtures = await createOrderFixtures(db, (await network.loadSecrets(db)).clickToken)
  const clickTokens: string[] = []
  for (let index = 0; index < CLICKS; index++) clickTokens.push(await fixtures.makeClick({ agoMs: index * 60_000 }))
  const { url } = network
  const target = { url, token: fixtures.token, clickTokens }
  const probe = `${url}${buildTemplate(target, 'probe')}`.replace('{value}', clickTokens[0] ?? '')
  await waitUntil(async () => {
    const probes = await Promise.all(Array.from({ length: 8 }, () => fetch(probe)))
    return probes.every(({ status }) => status === 200)
  })
  return target
}

function buildTemplate({ token }: Target, orderId: string): string {
  return `/postback?token=${token}&click_id={value}&order_id=${orderId}&amount=83.29&currency=USD`
}

function load(target: Target, { prefix, seconds }: { prefix: string; seconds: number }): Promise<Load> {
  const paths = { template: buildTemplate(target, `${prefix}-{count}`), values: target.clickTokens }
  return loadHttp({ url: target.url, connections: CONNECTIONS, seconds, paths })
}

interface Stored {
  orders: number
  commits: number
}

/** Checks the ledger, and that each answer has a transaction; a run ends during some requests, so there may be more. */
async function checkStored(db: Db, runs: readonly Run[]): Promise<Stored> {
  const findings = await verifyLedger(db)
  if (findings.length > 0) throw new Error(listLines(findings).join('\n'))
  const { rows } = await sql<Stored>`SELECT count(*)::int AS orders, count(DISTINCT xmin::text)::int AS commits
    FROM transaction WHERE order_ref LIKE 'order-%'`.execute(db)
  const stored = rows[0] ?? { orders: 0, commits: 0 }
  const answers = runs.reduce((sum, run) => sum + run.answers, 0)
  const isComplete = stored.orders >= answers && stored.orders <= answers + CONNECTIONS * ROUNDS
  const verdict = isComplete ? 'every answer is a transaction, the ledger checks' : 'TRANSACTIONS AND ANSWERS DIFFER'
  sayPostbacks(`${answers} answers, ${stored.orders} transactions in the database`, verdict)
  return stored
}

function printResult(
  runs: ReadonlyMap<string, Run[]>,
  { syncMs, perCommit }: { syncMs: number; perCommit: number },
): void {
  const [product = [], bare = []] = ['product', 'bare'].map((server) => runs.get(server))
  const errors = product.reduce((sum, run) => sum + run.errors, 0)
  const [speed, bareSpeed] = [describeSpeed(product), describeSpeed(bare)]
  sayPostbacks(`${speed.perSecond} by ${generator}, ${errors} errors`)
  const ofBare = medianRatio(product, bare)
  sayPostbacks(`${ofBare.toFixed(3)} of bare node:http (${bareSpeed.perSecond})`, atLeast(ofBare, TARGET))
  sayPostbacks(`${speed.percentiles} (bare ${bareSpeed.percentiles})`)
  sayPostbacks(describeLimit({ runs: product, bare, syncMs, perCommit, rows: 'orders' }))
}

function sayPostbacks(figure: string, verdict = ''): void {
  say(`postbacks, ${CONNECTIONS} connections`, figure, verdict)
}

await main()
