import type { Job } from '#platform/server/jobs/job.ts'
import { advanceDecisionFiles } from './commands/advance-decision-files.ts'
import { DECISION_FILES_CHANNEL } from './commands/change-decision-file.ts'
import { decideDueOrders } from './commands/decide-due-orders.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'
import { fillRates } from './commands/fill-rates.ts'
import { ensureParameterPartitions, removeOldParameters } from './commands/postback-parameters.ts'
import { makeKeptConfirmations } from './commands/make-kept-confirmations.ts'
import { releaseOldEvidence } from './commands/release-evidence.ts'
import { removeOldDecisionFiles } from './commands/remove-decision-files.ts'
import { writeTexts } from './commands/write-texts.ts'

/** The months that always have partitions, counted from the current one. */
const MONTHS_AHEAD = 3

/** The scheduled jobs of this domain. */
export function transactionJobs({ postbackParametersMonths }: { postbackParametersMonths: number }): Job[] {
  return [
    { name: 'waiting-orders', cron: '* * * * *', run: decideWaitingOrders },
    {
      name: 'exchange-orders',
      cron: '* * * * *',
      run: async (ctx) => {
        await fillRates(ctx)
        await makeKeptConfirmations(ctx)
      },
    },
    { name: 'decide-due-orders', cron: '* * * * *', run: decideDueOrders },
    { name: 'transaction-texts', cron: '* * * * *', run: writeTexts },
    { name: 'decision-files', cron: '* * * * *', channel: DECISION_FILES_CHANNEL, run: advanceDecisionFiles },
    { name: 'decision-files-clean-up', cron: '37 2 * * *', run: removeOldDecisionFiles },
    { name: 'evidence-clean-up', cron: '39 2 * * *', run: releaseOldEvidence },
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
