import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { listApiOrdersCall } from '#domains/desk/api/contract/advertiser.ts'
import { listApiTransactionsCall } from '#domains/desk/api/contract/v1.ts'
import { downloadTransactionsCall } from '#domains/orders/transactions/contract/calls.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { TestNetwork, findFreePort, listDescendants } from '#test/support/network.ts'
import { openSession } from '#test/support/sessions.ts'
import { insertTransactions } from './support/fill-transactions.ts'
import { measureUsage } from './support/usage.ts'

const TODAY = toDay(new Date())
const FIRST_DAY = addDays(TODAY, -364)
const TRANSACTIONS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const MAX_MEGABYTES = 100
const MAX_FIRST_BYTE_MS = 300
const MIN_ROWS_PER_SECOND = 50_000
const SAMPLE_MS = 100
const LINE_FEED = 10

/** The path of a stream and the headers of its request. */
interface Stream {
  path: string
  headers: Record<string, string>
}

/** The API keys that read the transactions. */
interface Keys {
  publisher: string
  advertiser: string
}

/**
 * Measures the download of a publisher's million transactions and the streams of the API: the first byte, the speed and
 * the worker's memory.
 */
async function main(): Promise<void> {
  const network = new TestNetwork(await findFreePort(), { WORKERS: '1' })
  try {
    const { primary } = await network.start()
    const db = network.connect()
    const keys = await fill(db)
    await db.destroy()
    const [worker = 0] = listDescendants(primary, 'src/main.ts worker')
    const subject = { network, primary, worker }
    for (const [name, stream] of Object.entries(listStreams(keys))) await benchStream(name, { ...subject, stream })
  } finally {
    await network.remove()
  }
}

function listStreams({ publisher, advertiser }: Keys): Record<string, Stream> {
  const api = ({ path }: { path: string }, format: string, key: string) => ({
    path: `${path}?format=${format}`,
    headers: { authorization: `Bearer ${key}` },
  })
  return {
    download: {
      path: `${downloadTransactionsCall.path}?begin=${FIRST_DAY}&end=${TODAY}`,
      headers: { cookie: 'tandem_session=publisher' },
    },
    'API, CSV': api(listApiTransactionsCall, 'csv', publisher),
    'API, NDJSON': api(listApiTransactionsCall, 'ndjson', publisher),
    'API of brands, NDJSON': api(listApiOrdersCall, 'ndjson', advertiser),
  }
}

interface Subject {
  network: TestNetwork
  primary: ChildProcess
  /** The process id of the worker. */
  worker: number
  stream: Stream
}

async function benchStream(name: string, { network, primary, worker, stream }: Subject): Promise<void> {
  await read(network, stream)
  await sleep(2000)
  const idle = residentMegabytes(worker)
  let most = idle
  const sampling = setInterval(() => (most = Math.max(most, residentMegabytes(worker))), SAMPLE_MS)
  const { result, usage } = await measureUsage(primary, () => read(network, stream))
  const { firstByteMs, seconds, lines } = result
  clearInterval(sampling)
  const perSecond = lines / seconds
  const grown = most - idle
  say(name, `first byte after ${firstByteMs.toFixed(0)} ms`, {
    bound: `at most ${MAX_FIRST_BYTE_MS}`,
    isMet: firstByteMs <= MAX_FIRST_BYTE_MS,
  })
  const processor = `processor ${(usage.serverUs / lines).toFixed(1)} µs each`
  say(name, `${lines.toLocaleString('en')} lines, ${perSecond.toFixed(0)} lines/s, ${processor}`, {
    bound: `at least ${MIN_ROWS_PER_SECOND}`,
    isMet: perSecond >= MIN_ROWS_PER_SECOND,
  })
  say(name, `${grown.toFixed(0)} MB above idle (${idle.toFixed(0)} MB)`, {
    bound: `at most ${MAX_MEGABYTES}`,
    isMet: grown <= MAX_MEGABYTES,
  })
}

/** Inserts a year of orders of one publisher until today, each with its click, and a session. Makes API keys. */
async function fill(db: Db): Promise<Keys> {
  const ctx = testContext(db, 'bench')
  const { publisher, publisherId, advertiserId } = await makeLinkedPair(ctx)
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    await insertOrders(tx)
  })
  await sql`VACUUM ANALYZE click, transaction, transaction_state`.execute(db)
  await openSession(db, { accountId: publisher.accountId, token: 'publisher' })
  const owner = await makeMember(ctx, { advertiserId, role: 'owner' })
  const orders = { advertiserId, name: 'Bench', scopes: ['read_program' as const] }
  const { text: advertiserKey } = await createKey({ ...ctx, actor: owner }, orders)
  const { text: publisherKey } = await createKey(ctx, { publisherId, name: 'Bench', scopes: ['read_transactions'] })
  return { publisher: publisherKey, advertiser: advertiserKey }
}

/** Those before the validation period are decided and covered: otherwise the network's jobs would do so meanwhile. */
async function insertOrders(db: Db): Promise<void> {
  await insertTransactions(db, {
    transactions: TRANSACTIONS,
    publishers: 1,
    advertisers: 1,
    from: FIRST_DAY,
    pendingDays: 30,
    isCovered: true,
    isLabelled: true,
  })
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1,
      destination, referrer, user_agent, ip_prefix, country, device)
    SELECT publisher_id, click_id, clicked_at, site_id, advertiser_id, terms_id, 'payable', sub1,
      'https://shop.example/products/' || rule_no, source_page, 'Mozilla/5.0', '203.0.113.0/24', 'GB', 'desktop'
    FROM transaction`.execute(db)
}

async function read(network: TestNetwork, { path, headers }: Stream) {
  const startedAt = performance.now()
  const response = await fetch(`${network.url}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  if (!response.ok || response.body === null) throw new Error(`${path} answered ${response.status}`)
  let firstByteMs: number | undefined
  let lines = 0
  for await (const chunk of response.body) {
    firstByteMs ??= performance.now() - startedAt
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1
  }
  return { firstByteMs: firstByteMs ?? Number.NaN, seconds: (performance.now() - startedAt) / 1000, lines }
}

function residentMegabytes(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024
}

function say(name: string, figure: string, { bound, isMet }: { bound: string; isMet: boolean }): void {
  process.stdout.write(`${name.padEnd(30)} ${figure.padEnd(68)} ${bound}: ${isMet ? 'met' : 'MISSED'}\n`)
}

await main()
