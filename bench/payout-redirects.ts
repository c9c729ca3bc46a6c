import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { advanceOpenRuns } from '#domains/money/payouts/commands/advance-open-runs.ts'
import { draftRun, recomputeRun } from '#domains/money/payouts/commands/make-run.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { fillPayees } from '#test/support/fill-payees.ts'
import { openUnlimited, startClickNetwork } from './support/click-network.ts'
import type { ClickNetwork } from './support/click-network.ts'
import { atMost, say } from './support/rounds.ts'
import { computeApart } from './support/run-computer.ts'
import { compareP99, loadSteadily } from './support/steady-load.ts'

/** A smaller number can be given to try this. */
const PUBLISHERS = Number(process.argv[2] ?? 100_000)
const LINES = 10
const REDIRECTS_PER_SECOND = 400
const SECONDS = 10
const ROUNDS = 3
const MAX_RATIO = 1.5

/** Measures the p99 of redirects while a payout run is computed, beside the p99 without. */
async function main(): Promise<void> {
  const product = await startClickNetwork(availableParallelism())
  try {
    await openUnlimited(product, async (db) => {
      const accountId = await fillPayees(db, { publishers: PUBLISHERS, lines: LINES })
      await sql`VACUUM ANALYZE`.execute(db)
      const account = { accountId, email: 'bench@example.com', displayName: 'Bench' }
      const actor = { kind: 'account', role: 'operator', ...account } as const
      await measure(product, { ...testContext(db), actor, now: new Date('2026-10-05T00:00:00Z') })
    })
  } finally {
    await product.close()
  }
}

async function measure({ network, url }: ClickNetwork, ctx: Ctx): Promise<void> {
  const sealing = network.readSealing()
  const runId = await draftRun(ctx, { month: '2026-09-01' })
  const startedAt = performance.now()
  await advanceOpenRuns(ctx, sealing)
  const seconds = (performance.now() - startedAt) / 1000
  const empty = async () => {
    await recomputeRun(ctx, { runId })
    await sql`VACUUM ANALYZE`.execute(ctx.db)
    await sql`CHECKPOINT`.execute(ctx.db)
  }
  await empty()
  const paths = [url.slice(network.url.length)]
  const load = () => loadSteadily({ url: network.url, paths, perSecond: REDIRECTS_PER_SECOND, seconds: SECONDS })
  const begin = async () => {
    const computing = await computeApart(network.dataDir)
    return { stop: () => computing.stop().then(empty) }
  }
  const { without, during } = await compareP99({ load, begin, rounds: ROUNDS })
  const figure = `p99 ${during.toFixed(1)} ms during a run (${seconds.toFixed(1)} s), ${without.toFixed(1)} ms without`
  say(`redirect, ${PUBLISHERS.toLocaleString('en')} payees`, figure, atMost(during / without, MAX_RATIO, 'times'))
}

await main()
