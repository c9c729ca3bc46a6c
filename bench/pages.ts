import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { findFreePort } from '#test/support/network.ts'
import { startBareServer } from './support/bare-server.ts'
import type { BareAnswer } from './support/bare-server.ts'
import { generator, loadHttp } from './support/http-load.ts'
import { startPublicNetwork } from './support/public-network.ts'
import type { PublicNetwork } from './support/public-network.ts'
import {
  atLeast,
  atMost,
  describeProcessors,
  describeSpeed,
  measureInTurns,
  medianRatio,
  say,
} from './support/rounds.ts'
import { getP95Ms, loadSteadily } from './support/steady-load.ts'
import type { SteadyAnswer } from './support/steady-load.ts'
import { measureUsage } from './support/usage.ts'

const ROUNDS = 3
const SECONDS = 5
// V8 needs this long to optimise the code that renders pages.
const WARM_UP_SECONDS = 6

/** All public pages in turn, most of them kept. */
const ALL_PAGES = { perSecond: 200, p95Ms: 50 }
/** A kept page: its share of a bare server that sends the same bytes, and its time at a steady rate. */
const KEPT_PAGE = { connections: 64, ofBare: 0.35, perSecond: 1000, p95Ms: 20 }
/** A publisher's page of figures. */
const OWN_PAGE = { path: '/performance/daily_report', perSecond: 50, p95Ms: 60 }

/** Measures the HTML of pages, beside `/healthz` and beside a bare server that sends the same bytes. */
async function main(): Promise<void> {
  const started = await startPublicNetwork()
  try {
    await benchAllPages(started)
    for (const path of ['/', started.merchantPath, '/advertisers']) await benchKeptPage(started, path)
    await benchOwnPage(started)
  } finally {
    await started.network.remove()
  }
}

async function benchAllPages({ network, primary, paths }: PublicNetwork): Promise<void> {
  const { perSecond, p95Ms } = ALL_PAGES
  const load = (asked: readonly string[], seconds = SECONDS) =>
    loadSteadily({ url: network.url, paths: asked, perSecond, seconds })
  await load(paths, WARM_UP_SECONDS)
  const baseline = await load(['/healthz'])
  const { result: answers, usage } = await measureUsage(primary, () => load(paths))
  const name = `all public pages, ${perSecond}/s`
  say(
    name,
    describeTimes(answers, `/healthz ${getP95Ms(baseline).toFixed(1)} ms`),
    atMost(getP95Ms(answers), p95Ms, 'ms'),
  )
  say(name, describeCost(answers, usage))
  const slowest = paths
    .map((path) => ({ path, p95Ms: getP95Ms(answers.filter((answer) => answer.path === path)) }))
    .toSorted((one, other) => other.p95Ms - one.p95Ms)
    .slice(0, 3)
  say(name, `slowest: ${slowest.map((page) => `${page.path} ${page.p95Ms.toFixed(1)} ms`).join(', ')}`)
}

async function benchKeptPage({ network, primary }: PublicNetwork, path: string): Promise<void> {
  const answer = await readAnswer(`${network.url}${path}`)
  const port = await findFreePort()
  const bare = await startBareServer(answer, { port, processes: availableParallelism() })
  const bareUrl = `http://127.0.0.1:${port}`
  try {
    await benchShare({ path, answer, primary, url: network.url, bare, bareUrl })
    const { perSecond, p95Ms } = KEPT_PAGE
    const load = (url: string) => loadSteadily({ url, paths: [path], perSecond, seconds: SECONDS })
    const baseline = await load(bareUrl)
    const { result: answers, usage } = await measureUsage(primary, () => load(network.url))
    const name = `${path.slice(0, 18)}, ${perSecond}/s`
    say(
      name,
      describeTimes(answers, `bare ${getP95Ms(baseline).toFixed(1)} ms`),
      atMost(getP95Ms(answers), p95Ms, 'ms'),
    )
    say(name, describeCost(answers, usage))
  } finally {
    bare.kill()
  }
}

interface ShareOptions {
  path: string
  answer: BareAnswer
  primary: ChildProcess
  url: string
  bare: ChildProcess
  bareUrl: string
}

async function benchShare({ path, answer, primary, url, bare, bareUrl }: ShareOptions): Promise<void> {
  const { connections, ofBare } = KEPT_PAGE
  const headers = { 'User-Agent': BROWSER, 'Accept-Encoding': 'br' }
  const load = (origin: string) => loadHttp({ url: `${origin}${path}`, headers, connections, seconds: SECONDS })
  for (const origin of [bareUrl, url]) await load(origin)
  const runs = await measureInTurns(
    [
      { name: 'bare', root: bare, load: () => load(bareUrl) },
      { name: 'product', root: primary, load: () => load(url) },
    ],
    ROUNDS,
  )
  const [product = [], other = []] = [runs.get('product'), runs.get('bare')]
  const errors = product.reduce((sum, run) => sum + run.errors, 0)
  const speed = describeSpeed(product)
  const name = `${path.slice(0, 18)}, ${(answer.body.length / 1000).toFixed(1)} kB`
  say(name, `${speed.perSecond} by ${generator}, ${speed.percentiles}, ${errors} errors`)
  const ratio = medianRatio(product, other)
  const verdict = errors === 0 ? atLeast(ratio, ofBare) : 'MISSED: errors'
  say(name, `${ratio.toFixed(2)} of bare node:http (${describeSpeed(other).perSecond})`, verdict)
  say(name, describeProcessors(product, other))
}

async function benchOwnPage({ network, primary }: PublicNetwork): Promise<void> {
  const { path, perSecond, p95Ms } = OWN_PAGE
  const headers = { Cookie: await logIn(network.url, join(network.dataDir, 'demo.json')) }
  const load = (seconds: number) => loadSteadily({ url: network.url, paths: [path], perSecond, seconds, headers })
  await load(WARM_UP_SECONDS)
  const { result: answers, usage } = await measureUsage(primary, () => load(2 * SECONDS))
  const name = `publisher's figures, ${perSecond}/s`
  say(name, describeTimes(answers, path), atMost(getP95Ms(answers), p95Ms, 'ms'))
  say(name, describeCost(answers, usage))
}

/** Logs the publisher of the demo data in and returns the cookie of the session. */
async function logIn(url: string, file: string): Promise<string> {
  const { publisher } = JSON.parse(readFileSync(file, 'utf8')) as { publisher: { email: string; password: string } }
  const response = await fetch(`${url}/account/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ ...publisher, type: 'creator' }),
  })
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('tandem_session='))
  if (cookie === undefined) throw new Error(`The login answered ${response.status}`)
  return cookie.split(';', 1)[0] ?? ''
}

/** Reads an answer as the product sends it to a browser, without the headers that `node:http` sets itself. */
async function readAnswer(url: string): Promise<BareAnswer> {
  const headers = { 'User-Agent': BROWSER, 'Accept-Encoding': 'br' }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const sent = Object.entries(response.headers).filter(([name]) => !own.has(name))
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body: await buffer(response),
  }
}

function describeTimes(answers: readonly SteadyAnswer[], beside: string): string {
  const failed = answers.filter(({ status }) => status !== 200).length
  return `p95 ${getP95Ms(answers).toFixed(1)} ms, ${failed} errors (${beside})`
}

/** Says what an answer cost, which limits the rate. */
function describeCost(answers: readonly SteadyAnswer[], usage: { idleShare: number; serverUs: number }): string {
  const [idle, costUs] = [usage.idleShare * 100, usage.serverUs / answers.length]
  return `processors idle ${idle.toFixed(0)} %, ${costUs.toFixed(0)} µs of processor time per request`
}

await main()
