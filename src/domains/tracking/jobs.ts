import type { Job } from '#platform/server/job.ts'
import { ensureClickPartitions } from './commands/partitions.ts'

/** How many months of partitions are there at any time, the present one included. */
const MONTHS_AHEAD = 3

/** What tracking has to have done by the clock. */
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
