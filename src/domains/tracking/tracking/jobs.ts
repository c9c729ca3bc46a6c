import type { Job } from '#platform/server/jobs/job.ts'
import { ensureClickPartitions } from './commands/partitions.ts'
import { stripOldClicks } from './commands/strip-clicks.ts'

/** The months that always have partitions, counted from the current one. */
const MONTHS_AHEAD = 3

/** Creates the next partitions of `click`. */
export const clickPartitionsJob: Job = {
  name: 'click-partitions',
  cron: '17 2 * * *',
  needsOwner: true,
  run: async ({ db, now }) => {
    await ensureClickPartitions(db, { from: now, months: MONTHS_AHEAD })
  },
}

/** The scheduled jobs of the tracking domain. */
export function trackingJobs({ visitorDataMonths }: { visitorDataMonths: number }): Job[] {
  return [
    clickPartitionsJob,
    {
      name: 'visitor-data-clean-up',
      cron: '37 2 * * *',
      needsOwner: true,
      run: (ctx) => stripOldClicks(ctx, { months: visitorDataMonths }),
    },
  ]
}
