import type { Job } from '#platform/server/jobs/job.ts'
import { mailLadder } from './commands/mail-ladder.ts'
import { sumUses } from './commands/sum-uses.ts'
import { coverAllOrders } from './commands/use-funds.ts'
import { warnAdvertisers } from './commands/warn-advertiser.ts'

/** The scheduled jobs of the funding domain. */
export const fundingJobs: Job[] = [
  { name: 'cover-orders', cron: '* * * * *', run: coverAllOrders },
  { name: 'funds-subtotals', cron: '*/5 * * * *', run: sumUses },
  { name: 'funds-warnings', cron: '* * * * *', run: warnAdvertisers },
  { name: 'funds-mails', cron: '* * * * *', run: mailLadder },
]
