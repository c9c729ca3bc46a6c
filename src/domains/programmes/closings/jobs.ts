import type { Job } from '#platform/server/jobs/job.ts'
import { closeDuePrograms } from './commands/close-program.ts'
import { mailClosings } from './commands/mail-closings.ts'
import { mailPauses } from './commands/mail-pauses.ts'
import { startDuePauses } from './commands/pause-program.ts'

/** The scheduled jobs of closings and pauses. */
export const closingJobs: Job[] = [
  { name: 'closing-programs', cron: '* * * * *', run: closeDuePrograms },
  { name: 'closing-mails', cron: '* * * * *', run: mailClosings },
  { name: 'starting-pauses', cron: '* * * * *', run: startDuePauses },
  { name: 'pause-mails', cron: '* * * * *', run: mailPauses },
]
