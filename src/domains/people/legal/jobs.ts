import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { beginChanges, mailChanges } from './commands.ts'

/** The scheduled jobs of legal texts: the mails of a change, and the first minute of its day. */
export function legalJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'terms-mails', cron: '* * * * *', run: (ctx) => mailChanges(ctx, branding) },
    { name: 'terms-begin', cron: '0 0 * * *', run: beginChanges },
  ]
}
