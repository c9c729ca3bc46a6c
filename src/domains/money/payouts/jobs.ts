import type { Job } from '#platform/server/jobs/job.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceOpenRuns } from './commands/advance-open-runs.ts'
import { draftScheduledRun } from './commands/draft-scheduled-run.ts'
import { lapseBalances } from './commands/lapse-balances.ts'
import { mailDigests } from './commands/mail-digests.ts'
import { mailPayouts } from './commands/mail-payouts.ts'
import { retainBalances } from './commands/retain-balances.ts'

/** The scheduled jobs of this domain: the runs whose draft or approval is not done, and mails about money. */
export function payoutJobs(sealing: Sealing): Job[] {
  return [
    { name: 'payout-mails', cron: '* * * * *', run: mailPayouts },
    { name: 'retained-balances', cron: '20 2 * * *', run: retainBalances },
    { name: 'lapses', cron: '40 2 * * *', run: lapseBalances },
    { name: 'payout-schedule', cron: '5 * * * *', run: draftScheduledRun },
    { name: 'decision-digests', cron: '10 6 * * *', run: mailDigests },
    { name: 'payout-runs', cron: '* * * * *', run: (ctx) => advanceOpenRuns(ctx, sealing) },
  ]
}
