import type { Job } from '#platform/server/jobs/job.ts'
import { mailViews } from './commands/mail-views.ts'
import type { MailSources } from './commands/mail-views.ts'

/** The scheduled job that mails views. */
export function viewJobs(sources: MailSources): Job[] {
  return [{ name: 'view-mails', cron: '*/5 * * * *', run: (ctx) => mailViews(ctx, sources) }]
}
