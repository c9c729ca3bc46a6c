import type { Job } from '#platform/server/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { mailFormEnds } from './commands/notify.ts'

/** The scheduled jobs of this domain: mails about tax forms that end. */
export function taxJobs(branding: EmailBranding): Job[] {
  return [{ name: 'tax-form-ends', cron: '40 6 * * *', run: (ctx) => mailFormEnds(ctx, branding) }]
}
