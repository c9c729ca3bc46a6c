import { sql } from 'kysely'
import type { Db } from '#database'
import { advanceOpenRuns } from '#domains/money/payouts/commands/advance-open-runs.ts'
import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'
import { discardRun, draftRun, recomputeRun } from '#domains/money/payouts/commands/make-run.ts'
import { verifyPayouts } from '#domains/money/payouts/queries/verify-payouts.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { fillPayees } from '#test/support/fill-payees.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { openFilledNetwork } from './support/filled-network.ts'
import { watchMemory } from './support/usage.ts'

const PUBLISHERS = 100_000
/** Statement lines of each publisher. */
const LINES = 10

let accountId: bigint

async function fill(db: Db): Promise<void> {
  accountId = await fillPayees(db, { publishers: PUBLISHERS, lines: LINES })
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Prints how long a step takes, and the most memory that this process used meanwhile beyond that before it. */
async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  global.gc?.()
  const memory = watchMemory()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = memory.stop()
  process.stdout.write(`${name.padEnd(34)} ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB above idle\n`)
}

/** Makes a draft, discards it, makes another and computes that again, so that both ways of emptying one are timed. */
async function makeDraft(ctx: Ctx, advance: () => Promise<void>): Promise<string> {
  const draft = async () => {
    const runId = await draftRun(ctx, { month: '2026-09-01' })
    await advance()
    return runId
  }
  let runId = ''
  await time(`draft, ${PUBLISHERS.toLocaleString('en')} publishers`, async () => {
    runId = await draft()
  })
  await time('discarding the draft', async () => {
    await discardRun(ctx, { runId })
    await advance()
  })
  runId = await draft()
  await time('emptying and computing it again', async () => {
    await recomputeRun(ctx, { runId })
    await advance()
  })
  return runId
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const sealing = await createTestSealing(db)
  const account = { accountId, email: `a${accountId}@example.com`, displayName: 'Bench' }
  const ctx: Ctx = {
    ...testContext(db),
    actor: { kind: 'account', role: 'operator', ...account },
    now: new Date('2026-10-05T00:00:00Z'),
  }
  const advance = () => advanceOpenRuns(ctx, sealing)
  const runId = await makeDraft(ctx, advance)
  const run = await db.selectFrom('payoutRun').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  process.stdout.write(`  ${run.includedCount} payouts, ${run.excludedCount} exclusions, ${run.amount / 10_000n} USD\n`)
  await time('approval', async () => {
    await approveRun(ctx, { runId, computedAt: ctx.now, typedAmount: run.amount })
    await advance()
  })
  const results = await verifyPayouts(db)
  if (results.length > 0) throw new Error(listLines(results).join('\n'))
}

await main()
