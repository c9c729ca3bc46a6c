import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceOpenRuns } from './commands/advance-open-runs.ts'
import { draftScheduledRun } from './commands/draft-scheduled-run.ts'
import { lapseBalances } from './commands/lapse-balances.ts'
import { mailDigests } from './commands/mail-digests.ts'
import { mailPayouts } from './commands/mail-payouts.ts'
import { retainBalances } from './commands/retain-balances.ts'

/** The scheduled jobs of this domain: the runs whose draft or approval is not done, and mails about money. */
export function payoutJobs(sealing: Sealing, branding: EmailBranding): Job[] {
  return [
    { name: 'payout-mails', cron: '* * * * *', run: (ctx) => mailPayouts(ctx, branding) },
    { name: 'retained-balances', cron: '20 2 * * *', run: (ctx) => retainBalances(ctx, branding) },
    { name: 'lapses', cron: '40 2 * * *', run: (ctx) => lapseBalances(ctx, branding) },
    { name: 'payout-schedule', cron: '5 * * * *', run: draftScheduledRun },
    { name: 'decision-digests', cron: '10 6 * * *', run: (ctx) => mailDigests(ctx, branding) },
    { name: 'payout-runs', cron: '* * * * *', run: (ctx) => advanceOpenRuns(ctx, sealing) },
  ]
}
