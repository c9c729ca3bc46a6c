import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#database'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { findFreePort, waitUntil } from '#test/support/network.ts'
import { BARE_ANSWERS, startBareServer } from './support/bare-server.ts'
import { startClickNetwork } from './support/click-network.ts'
import { generator, loadHttp } from './support/http-load.ts'
import type { Load } from './support/http-load.ts'
import { startNginx } from './support/nginx.ts'
import {
  atLeast,
  atMost,
  describeLimit,
  describeSpeed,
  measureInTurns,
  medianOf,
  medianRatio,
  perRequestUs,
  say,
} from './support/rounds.ts'
import type { Measured, Run } from './support/rounds.ts'
import { measureSyncMs } from './support/usage.ts'

const ROUNDS = 3
const SECONDS = 4
const WARM_UP_SECONDS = 3

/** The targets of the redirect, as shares of the baselines, at each number of connections. */
const TARGETS: Record<number, { bare: number; nginx?: number; p99Ms?: number }> = {
  64: { bare: 0.4, nginx: 0.25, p99Ms: 25 },
  256: { bare: 0.55 },
  1024: { bare: 0.6 },
}
/** The 99th percentile may be this many times that of the bare server. */
const MAX_P99_RATIO = 2.5
/** With a slower disk, the disk sets the bound at few connections. */
const FAST_SYNC_MS = 1

/** Measures redirects per second, with each click committed before the answer, beside servers that only answer. */
async function main(): Promise<void> {
  const workers = availableParallelism()
  const [barePort, nginxPort] = [await findFreePort(), await findFreePort()]
  const product = await startClickNetwork(workers)
  const bare = await startBareServer(BARE_ANSWERS.redirect, { port: barePort, processes: workers })
  const nginx = await startNginx(nginxPort, workers)
  const bareUrl = product.url.replace(product.network.url, `http://127.0.0.1:${barePort}`)
  const servers: Server[] = [
    { name: 'bare', root: bare, url: bareUrl },
    { name: 'product', root: product.primary, url: product.url },
    ...(nginx ? [{ name: 'nginx', root: nginx, url: `http://127.0.0.1:${nginxPort}/r` }] : []),
  ]
  try {
    for (const connections of Object.keys(TARGETS).map(Number)) {
      await warmUp(servers, connections)
      const from = await readNow(product.db)
      const runs = await measure(servers, connections)
      const clicks = await checkStored(product.db, { from, connections, runs: runs.get('product') ?? [] })
      const syncMs = measureSyncMs(product.network.dataDir)
      printResult({ connections, runs, syncMs, perCommit: clicks.stored / clicks.commits })
    }
  } finally {
    bare.kill()
    nginx?.kill()
    await product.close()
  }
}

type Server = Omit<Measured, 'load'> & { url: string }

function load(url: string, { connections, seconds }: { connections: number; seconds: number }): Promise<Load> {
  return loadHttp({ url, headers: { 'User-Agent': BROWSER }, connections, seconds })
}

async function warmUp(servers: readonly Server[], connections: number): Promise<void> {
  for (const { url } of servers) await load(url, { connections, seconds: WARM_UP_SECONDS })
}

function measure(servers: readonly Server[], connections: number): Promise<Map<string, Run[]>> {
  const measured = servers.map(({ url, ...server }) => ({
    ...server,
    load: () => load(url, { connections, seconds: SECONDS }),
  }))
  return measureInTurns(measured, ROUNDS)
}

interface Result {
  connections: number
  runs: ReadonlyMap<string, Run[]>
  syncMs: number
  perCommit: number
}

function printResult({ connections, runs, syncMs, perCommit }: Result): void {
  const [product = [], bare = [], nginx = []] = ['product', 'bare', 'nginx'].map((server) => runs.get(server))
  const target = TARGETS[connections]
  const name = `redirect, ${connections} connections`
  const errors = product.reduce((sum, run) => sum + run.errors, 0)
  const [speed, bareSpeed] = [describeSpeed(product), describeSpeed(bare)]
  say(name, `${speed.perSecond} by ${generator}, ${errors} errors`)
  const ofBare = medianRatio(product, bare)
  const isDiskFast = syncMs <= FAST_SYNC_MS
  const batchMs = (medianOf(product, perRequestUs) / 1000) * perCommit
  const most = ((connections * 1000) / (syncMs + batchMs)).toFixed(0)
  const bound = `bound by the disk: ${connections} ÷ (fsync + batch) = ${most}/s`
  const verdict = isDiskFast ? atLeast(ofBare, target?.bare ?? 0) : bound
  say(name, `${ofBare.toFixed(2)} of bare node:http (${bareSpeed.perSecond})`, verdict)
  if (nginx.length > 0) {
    const ofNginx = medianRatio(product, nginx)
    const claim = target?.nginx === undefined ? '' : atLeast(ofNginx, target.nginx)
    say(name, `${ofNginx.toFixed(2)} of nginx return 302 (${describeSpeed(nginx).perSecond})`, claim)
  }
  const p99Ratio = medianRatio(product, bare, ({ p99Ms }) => p99Ms)
  const percentiles = `${speed.percentiles} (bare ${bareSpeed.percentiles})`
  say(name, percentiles, atMost(p99Ratio, MAX_P99_RATIO, 'times the p99 of bare'))
  const p99Ms = medianOf(product, (run) => run.p99Ms)
  if (target?.p99Ms !== undefined) say(name, `p99 ${p99Ms.toFixed(1)} ms`, atMost(p99Ms, target.p99Ms, 'ms'))
  say(name, describeLimit({ runs: product, bare, syncMs, perCommit, rows: 'clicks' }))
}

interface Expected {
  /** When the runs began, by the clock of the database. */
  from: Date
  connections: number
  runs: readonly Run[]
}

interface Stored {
  stored: number
  commits: number
}

/** Checks that each answer has a row. A run ends during some requests, so there may be a few more rows. */
async function checkStored(db: Db, { from, connections, runs }: Expected): Promise<Stored> {
  const answers = runs.reduce((sum, run) => sum + run.answers, 0)
  const most = answers + connections * (ROUNDS + 1)
  await waitUntil(async () => (await countClicks(db, from)).stored >= answers)
  const clicks = await countClicks(db, from)
  const verdict =
    clicks.stored >= answers && clicks.stored <= most ? 'every answer is a row' : 'ROWS AND ANSWERS DIFFER'
  say(`redirect, ${connections} connections`, `${answers} answers, ${clicks.stored} clicks in the database`, verdict)
  return clicks
}

/** Counts the payable clicks since a time, and the database transactions that inserted them. */
async function countClicks(db: Db, from: Date): Promise<Stored> {
  const { rows } = await sql<Stored>`SELECT count(*)::int AS stored, count(DISTINCT xmin::text)::int AS commits
    FROM click WHERE verdict = 'payable' AND clicked_at >= ${from}`.execute(db)
  return rows[0] ?? { stored: 0, commits: 0 }
}

async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  return rows[0]?.now ?? new Date()
}

await main()
