import type { Job } from '#platform/server/job.ts'
import { ensureClickPartitions } from './commands/partitions.ts'

/** The months that always have partitions, counted from the current one. */
const MONTHS_AHEAD = 3

/** The scheduled jobs of the tracking domain. */
export const trackingJobs: Job[] = [
  {
    name: 'click-partitions',
    cron: '17 2 * * *',
    needsOwner: true,
    run: async ({ db, now }) => {
      await ensureClickPartitions(db, { from: now, months: MONTHS_AHEAD })
    },
  },
]
