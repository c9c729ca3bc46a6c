import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#database'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { coverAllOrders } from '#domains/money/funding/commands/use-funds.ts'
import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'
import { decideDueOrders } from '#domains/orders/transactions/commands/decide-due-orders.ts'
import { openDecisionFile } from '#domains/orders/transactions/commands/read-decision-file.ts'
import { receiveDecisionFile } from '#domains/orders/transactions/commands/receive-decision-file.ts'
import { readFigures } from '#domains/orders/transactions/queries/decision-files.ts'
import type { FileMode } from '#domains/orders/transactions/rules/decision-file.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { AMOUNT_SCALE } from '#kernel/money.ts'
import { testContext } from '#test/support/context.ts'
import { insertUndecidedOrders } from '#test/support/undecided-orders.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork } from './support/filled-network.ts'
import { atMost, say } from './support/rounds.ts'
import { watchMemory } from './support/usage.ts'

const DUE_ORDERS = 100_000
/** Undecided orders that the job leaves: half of them are held, the others are not due. */
const OTHER_ORDERS = 200_000
const PUBLISHERS = 200
const ADVERTISERS = 50
const TARGET = 5000
const FILE_ROWS = 40_000
const CHECK_TARGET_SECONDS = 5
const FILE_TARGET_SECONDS = 20
const FILE_TARGET_MB = 150

const numbers = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1))

async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  await sql`INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, id, 'programme-' || id, 'Programme ' || id, 'open', 'auto', '2024-01-01Z' FROM advertiser ORDER BY id
    `.execute(db)
  await sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, fee_ppm, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', 200000, '2024-01-01Z', '2024-01-01Z' FROM program ORDER BY id`.execute(db)
  await sql`INSERT INTO program_rate (terms_id, event, kind, rate_ppm)
    SELECT id, 'sale', 'percent', 100000 FROM program_terms`.execute(db)
  const shared = {
    publisherIds: numbers(PUBLISHERS),
    siteIds: numbers(PUBLISHERS),
    advertisers: numbers(ADVERTISERS).map((id) => ({ advertiserId: id, termsId: id })),
  }
  const half = { ...shared, count: OTHER_ORDERS / 2 }
  await insertUndecidedOrders(db, { ...half, from: new Date(Date.now() - 300 * DAY_MS) })
  await sql`UPDATE transaction_state SET hold_reason = 'NOT_SHIPPED'`.execute(db)
  await sql`UPDATE transaction SET order_ref = 'held-' || order_ref`.execute(db)
  await sql`UPDATE transaction_key SET order_ref = 'held-' || order_ref`.execute(db)
  await insertUndecidedOrders(db, { ...shared, count: DUE_ORDERS, from: new Date(Date.now() - 100 * DAY_MS) })
  await sql`UPDATE transaction_key SET order_ref = 'due-' || order_ref WHERE order_ref LIKE 'order-%'`.execute(db)
  await insertUndecidedOrders(db, { ...half, from: new Date(Date.now() - 20 * DAY_MS) })
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Measures files with the decisions on many orders of one advertiser, received, decided and their results kept. */
async function benchFiles(db: Db): Promise<void> {
  for (const mode of ['check', 'all', 'valid'] as const) await benchFile(db, mode)
}

async function benchFile(db: Db, mode: FileMode): Promise<void> {
  const shared = { publisherIds: numbers(PUBLISHERS), siteIds: numbers(PUBLISHERS) }
  const advertisers = [{ advertiserId: 1n, termsId: 1n }]
  await sql`UPDATE transaction_key SET order_ref = ${mode} || '-' || order_ref WHERE order_ref LIKE 'order-%'`.execute(
    db,
  )
  await insertUndecidedOrders(db, { ...shared, advertisers, count: FILE_ROWS, from: new Date(Date.now() - DAY_MS) })
  await sql`VACUUM ANALYZE`.execute(db)
  const lines = Array.from({ length: FILE_ROWS }, (_, index) => `order-${index},confirm,${mode}\n`)
  const file = Buffer.from(`order_id,action,note\n${lines.join('')}`)
  const memory = watchMemory()
  const startedAt = performance.now()
  const hash = createHash('sha256').update(file).digest()
  const ctx = testContext(db, 'bench')
  const { rows } = await openDecisionFile(ctx, { advertiserId: 1n, chunks: Readable.from([file]) })
  const id = await receiveDecisionFile(ctx, { advertiserId: 1n, mode, name: mode, format: 'csv', hash, rows })
  await advanceDecisionFiles(ctx)
  const seconds = (performance.now() - startedAt) / 1000
  const { results } = await readFigures(db, id)
  if (results[mode === 'check' ? 'valid' : 'decided'] !== FILE_ROWS) throw new Error('A row was not decided')
  const targetSeconds = mode === 'check' ? CHECK_TARGET_SECONDS : FILE_TARGET_SECONDS
  say(`validation, ${mode} 40,000`, `${seconds.toFixed(1)} s`, atMost(seconds, targetSeconds, 's'))
  const mb = memory.stop()
  say(`validation, ${mode} 40,000, memory`, `${mb.toFixed(0)} MB above idle`, atMost(mb, FILE_TARGET_MB, 'MB'))
}

/** Measures the job that uses the funds of advertisers for confirmed orders. */
async function benchCover(db: Db): Promise<void> {
  const ctx = testContext(db, 'bench')
  const deposit = { amount: 10_000_000n * AMOUNT_SCALE, movedOn: toDay(ctx.now), reference: 'bench' }
  for (const advertiserId of numbers(ADVERTISERS)) await recordDeposit(ctx, { advertiserId, ...deposit })
  const startedAt = performance.now()
  await coverAllOrders(ctx)
  const perSecond = (DUE_ORDERS / (performance.now() - startedAt)) * 1000
  const { rows } = await sql<{ orders: number }>`
    SELECT count(*)::int AS orders FROM transaction_state WHERE covered_at IS NOT NULL`.execute(db)
  if (rows[0]?.orders !== DUE_ORDERS) throw new Error(`${rows[0]?.orders} orders were covered`)
  say('cover, 100,000 confirmed', `${perSecond.toFixed(0)} orders/s of ${ADVERTISERS} advertisers`)
}

/** Measures the job that decides the orders whose validation period is over, among others that are held or not due. */
async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const run = async () => {
    const startedAt = performance.now()
    await decideDueOrders(testContext(db, 'bench'))
    return performance.now() - startedAt
  }
  const ms = await run()
  const { rows } = await sql<{ decisions: number }>`
    SELECT count(*)::int AS decisions FROM transaction_decision WHERE decided_as = 'rule'`.execute(db)
  const decisions = rows[0]?.decisions ?? 0
  if (decisions !== DUE_ORDERS) throw new Error(`${decisions} orders were decided`)
  const perSecond = (decisions / ms) * 1000
  const verdict = `at least ${TARGET}/s: ${perSecond >= TARGET ? 'met' : 'MISSED'}`
  say('validation, 100,000 due', `${perSecond.toFixed(0)} decisions/s, with 200,000 others undecided`, verdict)
  await benchCover(db)
  say('validation, nothing due', `${(await run()).toFixed(0)} ms for a run, with 200,000 undecided`)
  await benchFiles(db)
}

await main()
