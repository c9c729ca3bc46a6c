import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { tellOfOverdueRequests } from './commands/tell-operators.ts'

/** The scheduled jobs of programmes. */
export function programJobs(branding: EmailBranding): Job[] {
  return [{ name: 'overdue-join-requests', cron: '20 * * * *', run: (ctx) => tellOfOverdueRequests(ctx, branding) }]
}
