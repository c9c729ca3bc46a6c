import { sql } from 'kysely'
import type { Db } from '#database'
import { advanceRun } from '#domains/payouts/commands/advance-run.ts'
import { approveRun } from '#domains/payouts/commands/approve-run.ts'
import { draftRun } from '#domains/payouts/commands/make-run.ts'
import { verifyPayouts } from '#domains/payouts/queries/verify-payouts.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listLines } from '#platform/server/database-check.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { openFilledNetwork } from './support/filled-network.ts'

const PUBLISHERS = 100_000
/** Statement lines of each publisher. */
const LINES = 10

/** Inserts publishers who are paid by PayPal, each with lines of $5 to $30 that became payable in September 2026. */
async function fill(db: Db): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'a' || n || '@example.com', CASE WHEN n <= ${PUBLISHERS} THEN 'publisher' ELSE 'operator' END,
      'Account ' || n, 'approved', '2026-01-01Z'
    FROM generate_series(1, ${PUBLISHERS + 1}) n`,
  `INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, created_at FROM account WHERE role = 'publisher' ORDER BY id`,
  `INSERT INTO publisher_profile (id, paypal_email) SELECT id, 'p' || id || '@example.com' FROM publisher`,
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher.id, gen_random_uuid(), 'cover', 'cover', gen_random_uuid(), 1,
      timestamptz '2026-09-01Z' + n * interval '2 days'
    FROM publisher, generate_series(0, ${LINES - 1}) n`,
  `INSERT INTO statement_line (publisher_id, entry_id, transaction_id, amount, payable_at)
    SELECT publisher_id, id, source_id, 50000 + publisher_id * 7 % 250000, posted_at FROM entry`,
  `INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
    SELECT publisher_id, entry_id, 1, 'publisher_confirmed', 'publisher_payable', 'USD', amount FROM statement_line`,
  `INSERT INTO balance SELECT publisher_id, account, currency, sum(moved)
    FROM posting,
      LATERAL (VALUES (from_account, -posting.amount), (to_account, posting.amount)) AS side (account, moved)
    GROUP BY 1, 2, 3`,
  `VACUUM ANALYZE`,
]

/** Prints how long a step takes, and the most memory that this process used meanwhile beyond that before it. */
async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  global.gc?.()
  const idle = process.memoryUsage().rss
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const startedAt = performance.now()
  await work()
  clearInterval(watch)
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = (peak - idle) / 2 ** 20
  process.stdout.write(`${name.padEnd(34)} ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB above idle\n`)
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const sealing = await createTestSealing(db)
  const accountId = BigInt(PUBLISHERS + 1)
  const account = { accountId, email: `a${accountId}@example.com`, displayName: 'Bench' }
  const ctx: Ctx = {
    db,
    actor: { kind: 'account', role: 'operator', ...account },
    now: new Date('2026-10-05T00:00:00Z'),
  }
  const advance = (runId: string) => advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
  let runId = ''
  await time(`draft, ${PUBLISHERS.toLocaleString('en')} publishers`, async () => {
    runId = await draftRun(ctx, { month: '2026-09-01' })
    await advance(runId)
  })
  const run = await db.selectFrom('payoutRun').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  process.stdout.write(`  ${run.includedCount} payouts, ${run.excludedCount} exclusions, ${run.amount / 10_000n} USD\n`)
  await time('approval', async () => {
    await approveRun(ctx, { runId, computedAt: ctx.now, typedAmount: run.amount })
    await advance(runId)
  })
  const results = await verifyPayouts(db)
  if (results.length > 0) throw new Error(listLines(results).join('\n'))
}

await main()
