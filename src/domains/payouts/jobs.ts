import type { Job } from '#platform/server/job.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceRun } from './commands/advance-run.ts'

/** The scheduled job of this domain: continues runs whose draft or approval is not done. */
export function payoutJobs(sealing: Sealing): Job[] {
  return [
    {
      name: 'payout-runs',
      cron: '* * * * *',
      run: async (ctx) => {
        const runs = await ctx.db
          .selectFrom('payoutRun')
          .select('id')
          .where('progressPublisherId', 'is not', null)
          .orderBy('madeAt')
          .execute()
        for (const { id: runId } of runs) await advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
      },
    },
  ]
}
