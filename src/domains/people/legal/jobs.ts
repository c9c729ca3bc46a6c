import type { Job } from '#platform/server/jobs/job.ts'
import { beginChanges, mailChanges } from './commands.ts'

/** The scheduled jobs of legal texts: the mails of a change, and the first minute of its day. */
export const legalJobs: Job[] = [
  { name: 'terms-mails', cron: '* * * * *', run: mailChanges },
  { name: 'terms-begin', cron: '0 0 * * *', run: beginChanges },
]
