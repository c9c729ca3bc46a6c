import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Db } from '#database'
import { verifyLedger } from '#domains/transactions/queries/verify-ledger.ts'
import { listLines } from '#platform/server/database-check.ts'
import { TestNetwork, findFreePort, waitUntil } from '#test/support/network.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { generator, loadHttp } from './support/http-load.ts'
import type { Load } from './support/http-load.ts'

/** Postbacks per second, each in its own committed database transaction, beside a bare server on the same machine. */
export interface PostbackFigure {
  perSecond: number
  p99Ms: number
  /** The rate of two `node:http` processes that answer the same requests with a constant JSON document. */
  barePerSecond: number
  /** Transactions in the database; more than the counted answers, because some arrive after the end of the load. */
  recorded: number
  failed: number
}

const CONNECTIONS = 32
const SECONDS = 8
const WARM_UP_SECONDS = 2
const CLICKS = 2000

/** Measures the product with two workers and its embedded PostgreSQL in its default configuration, with fsync. */
export async function benchPostbacks(): Promise<PostbackFigure> {
  const network = new TestNetwork(await findFreePort(), { WORKERS: '2' })
  await network.start()
  const db = network.connect()
  try {
    const target = await prepare(db, network)
    await load({ ...target, prefix: 'warm', seconds: WARM_UP_SECONDS })
    const figure = await load({ ...target, prefix: 'order', seconds: SECONDS })
    const transactions = await db.selectFrom('transaction').select('id').where('orderRef', 'like', 'order-%').execute()
    const findings = await verifyLedger(db)
    if (findings.length > 0) throw new Error(listLines(findings).join('\n'))
    const bare = await loadBareServer(target)
    return {
      perSecond: figure.perSecond,
      p99Ms: figure.p99Ms,
      barePerSecond: bare.perSecond,
      recorded: transactions.length,
      failed: figure.errors,
    }
  } finally {
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

function load({ prefix, seconds, ...target }: Target & { prefix: string; seconds: number }): Promise<Load> {
  const paths = { template: buildTemplate(target, `${prefix}-{count}`), values: target.clickTokens }
  return loadHttp({ url: target.url, connections: CONNECTIONS, seconds, paths })
}

async function loadBareServer(target: Target): Promise<Load> {
  const port = await findFreePort()
  cluster.setupPrimary({ exec: import.meta.filename, args: ['--bare', String(port)] })
  const workers = [cluster.fork(), cluster.fork()]
  await Promise.all(workers.map((worker) => once(worker, 'listening')))
  const result = await load({ ...target, url: `http://127.0.0.1:${port}`, prefix: 'bare', seconds: 4 })
  for (const worker of workers) worker.kill()
  return result
}

function serveBare(port: number): void {
  const body = JSON.stringify({ result: 'recorded', reason: null, transaction_id: crypto.randomUUID() })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Cache-Control': 'no-store' }
  createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(port, '127.0.0.1')
}

async function main(): Promise<void> {
  const figure = await benchPostbacks()
  const { perSecond, p99Ms, barePerSecond, recorded, failed } = figure
  process.stdout.write(
    `postbacks, 2 workers, ${CONNECTIONS} connections  ${perSecond.toFixed(0)}/s by ${generator}, ` +
      `p99 ${p99Ms.toFixed(0)} ms, ${recorded} recorded, ${failed} failed   ` +
      `(bare node:http: ${barePerSecond.toFixed(0)}/s)\n`,
  )
}

const bareAt = process.argv.indexOf('--bare')
if (bareAt !== -1) serveBare(Number(process.argv[bareAt + 1]))
else if (import.meta.main) await main()
