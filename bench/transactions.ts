import { sql } from 'kysely'
import type { Db } from '#database'
import { listReviewCall, summariseReviewCall } from '#domains/orders/transactions/contract/calls.ts'
import { transactionRoutes } from '#domains/orders/transactions/routes/transaction-routes.ts'
import { fillTransactions } from './support/fill-transactions.ts'
import { openSession } from '#test/support/sessions.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'

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

async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  await fillTransactions(db, { transactions: TRANSACTIONS, publishers: PUBLISHERS, advertisers: ADVERTISERS })
  const operator = await db
    .insertInto('account')
    .values({
      email: 'operator@example.com',
      role: 'operator',
      displayName: 'Operator',
      reviewStatus: 'approved',
      createdAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openSession(db, { accountId: operator.id, token: 'operator' })
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
async function findCursor({ address }: FilledNetwork, filter: string, rows: number): Promise<string | null> {
  const page = Math.max(1, Math.floor(rows / PAGE_SIZE))
  return (await request(address, `${listReviewCall.path}?${filter}&page_number=${page}`)).next
}

async function countRows({ db }: FilledNetwork, status: (typeof STATUSES)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM transaction_state WHERE status = ${status}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Measures pages of each status and of all statuses, from the start, the middle and near the end of the list. */
async function benchPages(target: FilledNetwork): Promise<Record<(typeof DEPTHS)[number], number[]>> {
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

async function benchSummary(target: FilledNetwork): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < 5 + 30; index++) {
    const { ms } = await request(target.address, `${summariseReviewCall.path}?${days}&status=${STATUSES[index % 3]}`)
    if (index >= 5) times.push(ms)
  }
  return times
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const target = await openFilledNetwork(opened, { fill, routes: () => transactionRoutes })
  const pages = await benchPages(target)
  const shown = DEPTHS.map((depth) => `${depth} ${p95(pages[depth]).toFixed(1)} ms`).join(', ')
  process.stdout.write(`transactions, 1,000,000, page p95    ${shown}   (bound: 50 ms)\n`)
  const summary = await benchSummary(target)
  process.stdout.write(`transactions, 1,000,000, sums p95    ${p95(summary).toFixed(1)} ms   (bound: 150 ms)\n`)
}

await main()
