import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { listApiOrdersCall } from '#domains/desk/api/contract/advertiser.ts'
import { listApiTransactionsCall } from '#domains/desk/api/contract/v1.ts'
import { downloadTransactionsCall } from '#domains/orders/transactions/contract/calls.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { TestNetwork, findFreePort, listDescendants } from '#test/support/network.ts'
import { openSession } from '#test/support/sessions.ts'

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
    for (const [name, stream] of Object.entries(listStreams(keys))) await benchStream(name, { network, worker, stream })
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
      path: `${downloadTransactionsCall.path}?begin=2025-01-01&end=2026-12-31`,
      headers: { cookie: 'tandem_session=publisher' },
    },
    'API, CSV': api(listApiTransactionsCall, 'csv', publisher),
    'API, NDJSON': api(listApiTransactionsCall, 'ndjson', publisher),
    'API of brands, NDJSON': api(listApiOrdersCall, 'ndjson', advertiser),
  }
}

interface Subject {
  network: TestNetwork
  /** The process id of the worker. */
  worker: number
  stream: Stream
}

async function benchStream(name: string, { network, worker, stream }: Subject): Promise<void> {
  await read(network, stream)
  await sleep(2000)
  const idle = residentMegabytes(worker)
  let most = idle
  const sampling = setInterval(() => (most = Math.max(most, residentMegabytes(worker))), SAMPLE_MS)
  const { firstByteMs, seconds, lines } = await read(network, stream)
  clearInterval(sampling)
  const perSecond = lines / seconds
  const grown = most - idle
  say(name, `first byte after ${firstByteMs.toFixed(0)} ms`, {
    bound: `at most ${MAX_FIRST_BYTE_MS}`,
    isMet: firstByteMs <= MAX_FIRST_BYTE_MS,
  })
  say(name, `${lines.toLocaleString('en')} lines, ${perSecond.toFixed(0)} lines/s`, {
    bound: `at least ${MIN_ROWS_PER_SECOND}`,
    isMet: perSecond >= MIN_ROWS_PER_SECOND,
  })
  say(name, `${grown.toFixed(0)} MB above idle (${idle.toFixed(0)} MB)`, {
    bound: `at most ${MAX_MEGABYTES}`,
    isMet: grown <= MAX_MEGABYTES,
  })
}

/** Inserts a year of transactions of one publisher, each with its click, and a session. Makes API keys. */
async function fill(db: Db): Promise<Keys> {
  const ctx = testContext(db, 'bench')
  const pair = await makeLinkedPair(ctx)
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    await insertTransactions(tx, pair)
  })
  await sql`VACUUM ANALYZE click, transaction, transaction_state`.execute(db)
  await openSession(db, { accountId: pair.publisher.accountId, token: 'publisher' })
  const { publisherId, advertiserId } = pair
  const owner = await makeMember(ctx, { advertiserId, role: 'owner' })
  const orders = { advertiserId, name: 'Bench', scopes: ['read_program' as const] }
  const { text: advertiser } = await createKey({ ...ctx, actor: owner }, orders)
  const { text: publisher } = await createKey(ctx, { publisherId, name: 'Bench', scopes: ['read_transactions'] })
  return { publisher, advertiser }
}

type Pair = Awaited<ReturnType<typeof makeLinkedPair>>

async function insertTransactions(db: Db, { publisherId, advertiserId, termsId }: Pair): Promise<void> {
  const orders = sql`
    SELECT n, uuidv7(at - clock_timestamp()) AS click_id, at FROM (
      SELECT n, timestamptz '2025-01-01 00:00Z' + n * interval '31 seconds' AS at
      FROM generate_series(1, ${TRANSACTIONS}::int) n
    ) AS series`
  await sql`CREATE UNLOGGED TABLE bench_order AS ${orders}`.execute(db)
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1,
      destination, referrer, user_agent, ip_prefix, country, device)
    SELECT ${publisherId}, click_id, at, site.id, ${advertiserId}, ${termsId}, 'payable', 'news-' || n % 1000,
      'https://shop.example/products/' || n % 5000, 'https://blog.example/articles/' || n % 300, 'Mozilla/5.0',
      '203.0.113.0/24', 'GB', 'desktop'
    FROM bench_order, (SELECT id FROM site WHERE publisher_id = ${publisherId}) AS site`.execute(db)
  await sql`INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at,
      source_page, sub1, order_ref, event, order_value, commission, currency, channel, transaction_at, recorded_at)
    SELECT ${publisherId}, uuidv7(at - clock_timestamp()), ${advertiserId}, site.id, ${termsId}, click_id, at,
      'https://blog.example/articles/' || n % 300, 'news-' || n % 1000, 'order-' || n, 'sale', n % 900 * 1000,
      n % 900 * 80, 'USD', 'server', at, at
    FROM bench_order, (SELECT id FROM site WHERE publisher_id = ${publisherId}) AS site`.execute(db)
  await sql`INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at,
      order_value, commission, sequence, status, currency)
    SELECT publisher_id, id, advertiser_id, transaction_at, transaction_at, order_value, commission, 0,
      (ARRAY['PENDING', 'CONFIRMED'])[1 + (order_value / 1000 % 2)::int]::transaction_status, currency
    FROM transaction`.execute(db)
  await sql`DROP TABLE bench_order`.execute(db)
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
  process.stdout.write(`${name.padEnd(30)} ${figure.padEnd(52)} ${bound}: ${isMet ? 'met' : 'MISSED'}\n`)
}

await main()
