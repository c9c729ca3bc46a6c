import type { Job } from '#platform/server/jobs/job.ts'
import { ANNOUNCEMENTS_CHANNEL } from './commands/announce-version.ts'
import { REPLAYS_CHANNEL, advanceReplays } from './commands/replay-draft.ts'
import { mailVersions } from './commands/mail-versions.ts'

/** The scheduled jobs of this domain. */
export const termsJobs: Job[] = [
  { name: 'terms-replays', cron: '* * * * *', channel: REPLAYS_CHANNEL, run: advanceReplays },
  {
    name: 'terms-announcements',
    cron: '* * * * *',
    channel: ANNOUNCEMENTS_CHANNEL,
    run: mailVersions,
  },
]
