import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailLadder } from './commands/mail-ladder.ts'
import { sumUses } from './commands/sum-uses.ts'
import { coverAllOrders } from './commands/use-funds.ts'
import { warnAdvertisers } from './commands/warn-advertiser.ts'

/** The scheduled jobs of the funding domain. */
export function fundingJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'cover-orders', cron: '* * * * *', run: coverAllOrders },
    { name: 'funds-subtotals', cron: '*/5 * * * *', run: (ctx) => sumUses(ctx) },
    { name: 'funds-warnings', cron: '* * * * *', run: (ctx) => warnAdvertisers(ctx, branding) },
    { name: 'funds-mails', cron: '* * * * *', run: (ctx) => mailLadder(ctx, branding) },
  ]
}
