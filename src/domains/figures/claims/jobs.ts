import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { decideDueClaims } from './commands/decide-due-claims.ts'

/** The scheduled jobs of claims. */
export function claimJobs(branding: EmailBranding): Job[] {
  return [{ name: 'due-claims', cron: '35 * * * *', run: (ctx) => decideDueClaims(ctx, branding) }]
}
