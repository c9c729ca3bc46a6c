import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceRun } from '#domains/money/payouts/commands/advance-run.ts'
import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'
import { exportRun } from '#domains/money/payouts/commands/export-run.ts'
import { draftRun } from '#domains/money/payouts/commands/make-run.ts'
import { testContext } from './context.ts'
import { makeAccount } from './network-fixtures.ts'
import type { TestDatabase } from './database.ts'
import { makePayable, makePayee } from './payees.ts'
import { createTestSealing } from './sealing.ts'

const USD = 10_000n

/** A run of September 2026 that was exported on 5 October. */
export interface ExportedRun {
  /** Of an operator on 5 October. */
  ctx: Ctx
  sealing: Sealing
  runId: string
  /** By publisher. */
  payouts: { id: string; publisherId: bigint }[]
}

/** Makes an exported run of 100 USD for each of so many publishers with bank accounts. */
export async function makeExportedRun({ db }: TestDatabase, publishers: number): Promise<ExportedRun> {
  const sealing = await createTestSealing(db)
  const at = (time: string) => testContext(db, 'test', new Date(time))
  for (let count = 0; count < publishers; count += 1) {
    const publisherId = await makePayee(at('2026-09-01T00:00:00Z'), sealing)
    await makePayable(at('2026-09-10T00:00:00Z'), { publisherId, amount: 100n * USD })
  }
  const ctx = { ...at('2026-10-05T00:00:00Z'), actor: await makeAccount(at('2026-09-01T00:00:00Z'), 'operator') }
  const runId = await draftRun(ctx, { month: '2026-09-01' })
  await advanceRun(ctx, { runId, sealing, maxBatches: 9 })
  const second = { ...ctx, actor: await makeAccount(at('2026-09-01T00:00:00Z'), 'operator') }
  await approveRun(second, { runId, computedAt: ctx.now, typedAmount: undefined })
  await advanceRun(ctx, { runId, sealing, maxBatches: 9 })
  await exportRun(ctx, { runId })
  const payouts = await db
    .selectFrom('payout')
    .select(['id', 'publisherId'])
    .where('runId', '=', runId)
    .orderBy('publisherId')
    .execute()
  return { ctx, sealing, runId, payouts }
}
