import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { closeDuePrograms } from './commands/close-program.ts'
import { mailClosings } from './commands/mail-closings.ts'

/** The scheduled jobs of closings. */
export function closingJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'closing-programs', cron: '* * * * *', run: closeDuePrograms },
    { name: 'closing-mails', cron: '* * * * *', run: (ctx) => mailClosings(ctx, branding) },
  ]
}
