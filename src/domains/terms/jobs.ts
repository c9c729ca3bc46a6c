import type { Job } from '#platform/server/job.ts'
import { REPLAYS_CHANNEL, advanceReplays } from './commands/replay-draft.ts'

/** The scheduled jobs of this domain. */
export const termsJobs: Job[] = [
  { name: 'terms-replays', cron: '* * * * *', channel: REPLAYS_CHANNEL, run: advanceReplays },
]
