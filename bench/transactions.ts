import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { resolveActor } from '#app/actor.ts'
import type { Db } from '#database'
import { advanceStatusCounts } from '#domains/transactions/commands/count-statuses.ts'
import { listReviewCall, summariseReviewCall } from '#domains/transactions/contract/calls.ts'
import { transactionRoutes } from '#domains/transactions/routes/transaction-routes.ts'
import { createDatabase } from '#platform/server/database.ts'
import { createServer } from '#platform/server/http/server.ts'
import { createLogger } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrate.ts'
import { hashToken } from '#platform/server/opaque-token.ts'
import { startPostgres } from '#platform/server/postgres/supervisor.ts'
import { loadSecrets } from '#platform/server/secrets.ts'

const TRANSACTIONS = 1_000_000
const PUBLISHERS = 200
const ADVERTISERS = 50
const REQUESTS = 200
const WARM_UP = 20
const PAGE_SIZE = 50
/** Where in the list the measured pages begin: at its start, at its half and after nine tenths of it. */
const DEPTHS = ['first', 'middle', 'deep'] as const

const STATUSES = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const
const days = 'begin=2025-01-01&end=2025-12-31'

interface Target {
  address: string
  db: Db
}

/**
 * Inserts a year of transactions: those since November pending, of the others one in nine cancelled, the rest
 * confirmed.
 */
async function fill(db: Db): Promise<void> {
  await sql`INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'p' || n || '@example.com', CASE WHEN n = 1 THEN 'operator' ELSE 'publisher' END, 'Publisher ' || n,
      'approved', now() FROM generate_series(1, ${PUBLISHERS} + 1) n`.execute(db)
  await sql`INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, now() FROM account WHERE role = 'publisher' ORDER BY id`.execute(db)
  await sql`INSERT INTO advertiser (name, website, created_at)
    SELECT 'Advertiser ' || n, 'https://example.com', now() FROM generate_series(1, ${ADVERTISERS}) n`.execute(db)
  await sql`INSERT INTO site (publisher_id, key, name, url, created_at)
    SELECT id, lpad(id::text, 16, '0'), 'Site', 'https://example.com', now() FROM publisher`.execute(db)
  await sql`INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at,
      source_page, order_ref, event, order_value, commission, currency, channel, transaction_at, recorded_at)
    SELECT publisher, gen_random_uuid(), 1 + n * 7 % ${ADVERTISERS}, publisher, 1, gen_random_uuid(), at,
      'https://example.com/page-' || n % 1000, 'order-' || n, 'sale', n % 900 * 1000, n % 900 * 80, 'USD', 'server',
      at, at
    FROM (
      SELECT n, 1 + n * 13 % ${PUBLISHERS} AS publisher,
        date_trunc('milliseconds', timestamptz '2025-01-01 00:00Z' + n * (interval '365 days' / ${TRANSACTIONS})) AS at
      FROM generate_series(0, ${TRANSACTIONS} - 1) n
    ) orders`.execute(db)
  await sql`INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at,
      decided_at, order_value, commission, sequence, status, currency, reason_code)
    SELECT publisher_id, id, advertiser_id, transaction_at, transaction_at,
      CASE WHEN sequence > 0 THEN transaction_at END, order_value, commission, sequence,
      (CASE WHEN sequence = 0 THEN 'PENDING' WHEN is_cancelled THEN 'CANCELLED' ELSE 'CONFIRMED' END)
        ::transaction_status,
      currency, CASE WHEN sequence > 0 AND is_cancelled THEN 'RETURNED_MERCHANDISE' END
    FROM transaction, LATERAL (
      SELECT (transaction_at < '2025-11-01')::int AS sequence, commission % 9 = 0 AS is_cancelled
    ) fate`.execute(db)
  await sql`VACUUM ANALYZE transaction, transaction_state`.execute(db)
  // As the network's own loop does it, once a minute.
  await advanceStatusCounts(db, new Date())
  await sql`ANALYZE rollup_status`.execute(db)
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken('operator'),
      accountId: 1n,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .execute()
}

async function open(opened: AsyncDisposableStack): Promise<Target> {
  const log = createLogger('error', 'bench')
  const home = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
  opened.defer(() => rmSync(home, { recursive: true, force: true }))
  chmodSync(home, 0o755)
  const postgres = await startPostgres({ home, log })
  opened.defer(() => postgres.stop())
  const db = createDatabase(postgres.owner, {
    max: 10,
    applicationName: 'bench',
    log,
    statementTimeoutMs: 0,
  })
  opened.defer(() => db.destroy())
  await migrate(db)
  await fill(db)
  const server = await createServer({
    db,
    secrets: await loadSecrets(db),
    publicUrl: 'http://localhost:3000',
    resolveActor,
    logger: createLogger('silent', 'bench'),
    trustProxy: false,
    routes: transactionRoutes,
    isReady: async () => true,
    metrics: async () => '',
  })
  opened.defer(() => server.close())
  return { db, address: await server.listen({ port: 0, host: '127.0.0.1' }) }
}

async function request(address: string, path: string): Promise<{ ms: number; next: string | null }> {
  const startedAt = performance.now()
  const response = await fetch(`${address}${path}`, {
    headers: { cookie: 'tandem_session=operator' },
  })
  const body = (await response.json()) as { data?: { next?: string | null } }
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return { ms: performance.now() - startedAt, next: body.data?.next ?? null }
}

/** Finds the cursor after `rows` rows of the list by the number of its page. */
async function findCursor({ address }: Target, filter: string, rows: number): Promise<string | null> {
  const page = Math.max(1, Math.floor(rows / PAGE_SIZE))
  return (await request(address, `${listReviewCall.path}?${filter}&page_number=${page}`)).next
}

async function countRows({ db }: Target, status: (typeof STATUSES)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM transaction_state WHERE status = ${status}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Measures pages of each status and of all statuses, from the start, the middle and near the end of the list. */
async function benchPages(target: Target): Promise<Record<(typeof DEPTHS)[number], number[]>> {
  const times = { first: [] as number[], middle: [] as number[], deep: [] as number[] }
  const lists = [{ filter: `${days}&page_size=${PAGE_SIZE}`, rows: TRANSACTIONS }]
  for (const status of STATUSES) {
    lists.push({
      filter: `${days}&page_size=${PAGE_SIZE}&status=${status}`,
      rows: await countRows(target, status),
    })
  }
  for (const { filter, rows } of lists) {
    const starts = {
      first: null,
      middle: await findCursor(target, filter, rows / 2),
      deep: await findCursor(target, filter, rows * 0.9),
    }
    for (const depth of DEPTHS) {
      let cursor = starts[depth]
      for (let index = 0; index < (WARM_UP + REQUESTS) / lists.length; index++) {
        const path = `${listReviewCall.path}?${filter}${cursor ? `&after=${cursor}` : ''}`
        const { ms, next } = await request(target.address, path)
        if (index * lists.length >= WARM_UP) times[depth].push(ms)
        cursor = next ?? starts[depth]
      }
    }
  }
  return times
}

async function benchSummary(target: Target): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < 5 + 30; index++) {
    const { ms } = await request(target.address, `${summariseReviewCall.path}?${days}&status=${STATUSES[index % 3]}`)
    if (index >= 5) times.push(ms)
  }
  return times
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const target = await open(opened)
  const pages = await benchPages(target)
  const shown = DEPTHS.map((depth) => `${depth} ${p95(pages[depth]).toFixed(1)} ms`).join(', ')
  process.stdout.write(`transactions, 1,000,000, page p95    ${shown}   (bound: 50 ms)\n`)
  const summary = await benchSummary(target)
  process.stdout.write(`transactions, 1,000,000, sums p95    ${p95(summary).toFixed(1)} ms   (bound: 150 ms)\n`)
}

await main()
