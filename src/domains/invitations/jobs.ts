import type { Job } from '#platform/server/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { expireInvitations } from './commands/expire-invitations.ts'

/** The scheduled jobs of invitations. */
export function invitationJobs(branding: EmailBranding): Job[] {
  return [{ name: 'expired-invitations', cron: '*/10 * * * *', run: (ctx) => expireInvitations(ctx, branding) }]
}
