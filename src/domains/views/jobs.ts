import type { Job } from '#platform/server/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailViews } from './commands/mail-views.ts'

/** The scheduled job that mails views. */
export function viewJobs(branding: EmailBranding): Job[] {
  return [{ name: 'view-mails', cron: '*/5 * * * *', run: (ctx) => mailViews(ctx, branding) }]
}
