import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#database'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { findFreePort, waitUntil } from '#test/support/network.ts'
import { startBareRedirect } from './support/bare-redirect.ts'
import { startClickNetwork } from './support/click-network.ts'
import { generator, loadHttp } from './support/http-load.ts'
import type { Load } from './support/http-load.ts'
import { startNginx } from './support/nginx.ts'

const ROUNDS = 3
const SECONDS = 4
const WARM_UP_SECONDS = 3

/** The targets of the redirect, as shares of the baselines. */
const TARGETS = { 64: { bare: 0.4, nginx: 0.25, p99Ms: 25 }, 256: { bare: 0.55 } } as const

type Connections = keyof typeof TARGETS

interface Round {
  product: Load
  bare: Load
  nginx: Load | undefined
}

/** Measures redirects per second, with each click committed before the answer, beside servers that only answer. */
async function main(): Promise<void> {
  const workers = availableParallelism()
  const [barePort, nginxPort] = [await findFreePort(), await findFreePort()]
  const product = await startClickNetwork(workers)
  const bare = await startBareRedirect(barePort, workers)
  const nginx = await startNginx(nginxPort, workers)
  const urls = {
    product: product.url,
    bare: product.url.replace(product.network.url, `http://127.0.0.1:${barePort}`),
    nginx: nginx && `http://127.0.0.1:${nginxPort}/r`,
  }
  try {
    for (const connections of [64, 256] as const) {
      const before = await countClicks(product.db)
      const rounds = await measure(urls, connections)
      printResult(connections, rounds)
      await checkStored(product.db, { before, connections, rounds })
    }
  } finally {
    bare.kill()
    nginx?.kill()
    await product.close()
  }
}

type Urls = { product: string; bare: string; nginx: string | undefined }

/** Measures the servers in turn, so that other load on the machine affects all of them. */
async function measure(urls: Urls, connections: Connections): Promise<Round[]> {
  const load = (url: string, seconds = SECONDS) => loadHttp({ url, userAgent: BROWSER, connections, seconds })
  const rounds: Round[] = []
  await load(urls.bare, WARM_UP_SECONDS)
  const warmUp = await load(urls.product, WARM_UP_SECONDS)
  for (let index = 0; index < ROUNDS; index++) {
    const bare = await load(urls.bare)
    const product = await load(urls.product)
    const nginx = urls.nginx === undefined ? undefined : await load(urls.nginx)
    if (index === 0) product.answers += warmUp.answers
    rounds.push({ product, bare, nginx })
  }
  return rounds
}

function printResult(connections: Connections, rounds: readonly Round[]): void {
  const perSecond = median(rounds.map(({ product }) => product.perSecond))
  const p99Ms = median(rounds.map(({ product }) => product.p99Ms))
  const errors = rounds.reduce((sum, { product }) => sum + product.errors, 0)
  const target = TARGETS[connections]
  const name = `redirect, ${connections} connections`
  say(name, `${perSecond.toFixed(0)}/s by ${generator}, ${errors} errors`, '')
  const bare = median(rounds.map((round) => round.bare.perSecond))
  const ofBare = median(rounds.map((round) => round.product.perSecond / round.bare.perSecond))
  say(name, `${ofBare.toFixed(2)} of bare node:http (${bare.toFixed(0)}/s)`, atLeast(ofBare, target.bare))
  const ofNginx = rounds.flatMap((round) => (round.nginx ? [round.product.perSecond / round.nginx.perSecond] : []))
  if (ofNginx.length > 0) {
    const nginx = median(rounds.flatMap((round) => round.nginx?.perSecond ?? []))
    const verdict = 'nginx' in target ? atLeast(median(ofNginx), target.nginx) : ''
    say(name, `${median(ofNginx).toFixed(2)} of nginx return 302 (${nginx.toFixed(0)}/s)`, verdict)
  }
  const bareP99Ms = median(rounds.map((round) => round.bare.p99Ms))
  const verdict = 'p99Ms' in target ? `at most ${target.p99Ms} ms: ${p99Ms <= target.p99Ms ? 'met' : 'MISSED'}` : ''
  say(name, `p99 ${p99Ms.toFixed(1)} ms (bare ${bareP99Ms.toFixed(1)} ms)`, verdict)
}

function atLeast(value: number, target: number): string {
  return `at least ${target.toFixed(2)}: ${value >= target ? 'met' : 'MISSED'}`
}

interface Expected {
  before: number
  connections: number
  rounds: readonly Round[]
}

/** Checks that each answer has a row. A run ends during some requests, so there may be a few more rows. */
async function checkStored(db: Db, { before, connections, rounds }: Expected): Promise<void> {
  const answers = rounds.reduce((sum, { product }) => sum + product.answers, 0)
  const most = answers + connections * (ROUNDS + 1)
  await waitUntil(async () => (await countClicks(db)) - before >= answers)
  const kept = (await countClicks(db)) - before
  const verdict = kept >= answers && kept <= most ? 'every answer is a row' : 'ROWS AND ANSWERS DIFFER'
  say(`redirect, ${connections} connections`, `${answers} answers, ${kept} clicks in the database`, verdict)
}

async function countClicks(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM click WHERE verdict = 'payable'`.execute(db)
  return rows[0]?.n ?? 0
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function say(name: string, figure: string, verdict: string): void {
  process.stdout.write(`${name.padEnd(30)} ${figure.padEnd(52)} ${verdict}\n`.replace(/ +\n/, '\n'))
}

await main()
