import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceRun } from './advance-run.ts'

/** The part of the time in which batches are made: in between, the processors are left to clicks and orders. */
const SHARE = 0.4

/** Advances the runs whose draft or approval is not done, the oldest first, until they are. */
export async function advanceOpenRuns(ctx: Ctx, sealing: Sealing): Promise<void> {
  const runs = await ctx.db
    .selectFrom('payoutRun')
    .select('id')
    .where('progressPublisherId', 'is not', null)
    .orderBy('madeAt')
    .execute()
  for (const { id: runId } of runs) {
    let isDone = false
    while (!isDone) {
      const startedAt = performance.now()
      isDone = await advanceRun(ctx, { runId, sealing, maxBatches: 1 })
      if (!isDone) await sleep((performance.now() - startedAt) * (1 / SHARE - 1))
    }
  }
}
