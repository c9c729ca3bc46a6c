import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { DECLINES_CHANNEL } from '#domains/programmes/programs/commands/decide-membership.ts'
import { endDeclinedInvitations } from './commands/end-declined.ts'
import { expireInvitations } from './commands/expire-invitations.ts'

/** The scheduled jobs of invitations. */
export function invitationJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'expired-invitations', cron: '*/10 * * * *', run: (ctx) => expireInvitations(ctx, branding) },
    {
      name: 'declined-invitations',
      cron: '*/10 * * * *',
      channel: DECLINES_CHANNEL,
      run: (ctx) => endDeclinedInvitations(ctx),
    },
  ]
}
