import type { Job } from '#platform/server/jobs/job.ts'
import { DECLINES_CHANNEL } from '#domains/programmes/programs/commands/decide-membership.ts'
import { endDeclinedInvitations } from './commands/end-declined.ts'
import { expireInvitations } from './commands/expire-invitations.ts'

/** The scheduled jobs of invitations. */
export const invitationJobs: Job[] = [
  { name: 'expired-invitations', cron: '*/10 * * * *', run: expireInvitations },
  {
    name: 'declined-invitations',
    cron: '*/10 * * * *',
    channel: DECLINES_CHANNEL,
    run: endDeclinedInvitations,
  },
]
