import type { Job } from '#platform/server/job.ts'
import { decideDueOrders } from './commands/decide-due-orders.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'
import { fillRates } from './commands/fill-rates.ts'
import { ensureParameterPartitions, removeOldParameters } from './commands/postback-parameters.ts'

/** The months that always have partitions, counted from the current one. */
const MONTHS_AHEAD = 3

/** The scheduled jobs of this domain. */
export function transactionJobs({ postbackParametersMonths }: { postbackParametersMonths: number }): Job[] {
  return [
    { name: 'waiting-orders', cron: '* * * * *', run: decideWaitingOrders },
    { name: 'exchange-orders', cron: '* * * * *', run: fillRates },
    { name: 'decide-due-orders', cron: '* * * * *', run: decideDueOrders },
    {
      name: 'postback-partitions',
      cron: '19 2 * * *',
      needsOwner: true,
      run: async ({ db, now }) => {
        await ensureParameterPartitions(db, { from: now, months: MONTHS_AHEAD })
      },
    },
    {
      name: 'postback-parameters-clean-up',
      cron: '27 2 * * *',
      needsOwner: true,
      run: (ctx) => removeOldParameters(ctx, { months: postbackParametersMonths }),
    },
  ]
}
