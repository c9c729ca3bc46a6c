import type { Job } from '#platform/server/jobs/job.ts'
import { closeDuePrograms } from './commands/close-program.ts'
import { mailClosings } from './commands/mail-closings.ts'

/** The scheduled jobs of closings. */
export const closingJobs: Job[] = [
  { name: 'closing-programs', cron: '* * * * *', run: closeDuePrograms },
  { name: 'closing-mails', cron: '* * * * *', run: mailClosings },
]
