import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '#database'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { TestNetwork, findFreePort, listDescendants } from '#test/support/network.ts'
import { openUnlimited } from './support/click-network.ts'
import { p95 } from './support/filled-network.ts'
import { SESSIONS, fillPeople, openSessions } from './support/fill-people.ts'
import { atMost, say } from './support/rounds.ts'
import { measureUsage } from './support/usage.ts'

const SIZE = { advertisers: 1000, publishers: 100_000 }
/** Where the filled network stays for the next run; without it, it is made anew. */
const KEPT_IN = process.env['BENCH_DATA_DIR']
const REQUESTS = 20
const WARM_UP = 5
const MAX_BYTES = 150_000
const MAX_MS = 150

/** The pages of an operator. */
const OPERATOR = [
  '/operator/transactions',
  '/operator/transactions?advertiser_id=7&publisher_id=8&status=ALL',
  '/operator/transactions?status=ALL&keyword=order-77',
  '/operator/advertisers',
  '/operator/advertisers?keyword=99',
  '/operator/advertisers/1',
  '/operator/advertisers/1/promotions',
  '/operator/advertisers/1/promotions/1',
  '/operator/publishers',
  '/operator/publishers?keyword=Account+77',
  '/operator/publishers/1',
  '/operator/accounts',
  '/operator/accounts?search=Account+77',
  '/operator/accounts/1',
  '/operator/applications',
  '/operator/applications/1',
  '/operator/openings',
  '/operator/join-requests',
  '/operator/promotions',
  '/operator/claims',
  '/operator/hits',
  '/operator/money',
  '/operator/money/exchange-rates',
  '/operator/money/advertisers',
  '/operator/money/advertisers/1',
  '/operator/money/bank',
  '/operator/money/invoices',
  '/operator/money/tax-forms',
  '/operator/money/runs',
  '/operator/terms',
  '/views',
]

/** Pages of others on which one is chosen of many. */
const OTHERS = {
  advertiser: ['/brand/budget', '/brand/terms?edit=new', '/brand/terms/calculator', '/brand/promotions/1'],
  publisher: ['/claims/new', '/performance/sub_id_report'],
}

/** What readers ask for while they type. */
const SEARCHES = {
  operator: [
    // The time that any call takes.
    '/account/api/preferences',
    '/api/v1/search?q=account+77',
    '/api/v1/names/publishers',
    '/api/v1/names/publishers?q=acc&recent=7,8,9',
    '/api/v1/names/publishers?q=unt+77',
    '/api/v1/names/publishers?q=no+such',
    '/api/v1/names/advertisers?q=er+7',
  ],
  advertiser: [
    '/api/v1/names/publishers?q=unt+77',
    '/api/v1/names/sites?q=acc',
    '/api/v1/names/sites?q=ite+77',
    '/api/v1/names/sites?q=no+such',
  ],
  publisher: ['/api/v1/names/advertisers?q=er+7'],
}

/** Measures the pages of an operator in a network of many people: their bytes and times, and the memory they need. */
async function main(): Promise<void> {
  const network = await openNetwork()
  try {
    const { primary } = await network.start()
    const rows = await openUnlimited({ network }, fill)
    const pages = { operator: [...OPERATOR, ...rows], ...OTHERS }
    for (const role of ['operator', 'advertiser', 'publisher'] as const) {
      for (const path of [...pages[role], ...SEARCHES[role]]) {
        const ask = (encoding?: string) => request(`${network.url}${path}`, SESSIONS[role], encoding)
        await benchPage(path, { ask, primary })
      }
    }
    const megabytes = listDescendants(primary, 'src/main.ts worker').map(residentMegabytes)
    say('memory of a worker', `${Math.max(...megabytes).toFixed(0)} MB`)
  } finally {
    await (KEPT_IN === undefined ? network.remove() : network.end())
  }
}

async function openNetwork(): Promise<TestNetwork> {
  const port = await findFreePort()
  if (KEPT_IN === undefined) return new TestNetwork(port)
  const dataDir = join(KEPT_IN, 'people')
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  return new TestNetwork(port, {}, dataDir)
}

/** Fills the network. Returns the pages of a transaction and of a claim. */
async function fill(db: Db): Promise<string[]> {
  const filled = await db.selectFrom('advertiser').select('id').limit(1).executeTakeFirst()
  if (!filled) await fillPeople(db, SIZE)
  await openSessions(db)
  const transaction = await db
    .selectFrom('transaction')
    .select(['publisherId', 'id'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const claim = await db.selectFrom('claim').select('id').limit(1).executeTakeFirstOrThrow()
  return [`/operator/transactions/${transaction.publisherId}/${transaction.id}`, `/operator/claims/${claim.id}`]
}

interface Page {
  ask: (encoding?: string) => Promise<Answer>
  primary: ChildProcess
}

async function benchPage(path: string, { ask, primary }: Page): Promise<void> {
  const first = await ask()
  const compressed = await ask('br')
  const isSlow = first.tookMs > 10 * MAX_MS
  const times: number[] = []
  for (let index = isSlow ? WARM_UP : 0; index < WARM_UP; index++) await ask()
  const { usage } = await measureUsage(primary, async () => {
    for (let index = 0; index < (isSlow ? 3 : REQUESTS); index++) times.push((await ask()).tookMs)
  })
  const sizes = `${(first.bytes / 1000).toFixed(0)} kB, compressed ${(compressed.bytes / 1000).toFixed(0)} kB`
  const processorMs = usage.serverUs / 1000 / times.length
  const figure = `${sizes}, p95 ${p95(times).toFixed(0)} ms, processor ${processorMs.toFixed(0)} ms`
  const verdict = `${atMost(first.bytes / 1000, MAX_BYTES / 1000, 'kB')}, ${atMost(p95(times), MAX_MS, 'ms')}`
  say(path, first.status === 200 ? figure : `answered ${first.status}`, verdict)
}

interface Answer {
  status: number
  bytes: number
  tookMs: number
}

async function request(url: string, token: string, encoding = 'identity'): Promise<Answer> {
  const accepted = { Accept: 'text/html', 'Accept-Encoding': encoding }
  const headers = { 'User-Agent': BROWSER, ...accepted, Cookie: `tandem_session=${token}` }
  const startedAt = performance.now()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  const { length: bytes } = await buffer(response)
  return { status: response.statusCode ?? 0, bytes, tookMs: performance.now() - startedAt }
}

function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) / 1024
}

await main()
