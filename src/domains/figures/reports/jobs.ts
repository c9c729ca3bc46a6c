import type { Job } from '#platform/server/jobs/job.ts'
import { measurePrograms } from './commands/measure-programs.ts'
import { watchOrdersPerClick } from './commands/watch-orders-per-click.ts'

/** The scheduled jobs of the reports domain that also run at the start. */
export const reportJobs: Job[] = [{ name: 'program-figures', cron: '*/10 * * * *', run: measurePrograms }]

/** The scheduled job that warns brands. */
export const alertJobs: Job[] = [{ name: 'tracking-alerts', cron: '23 * * * *', run: watchOrdersPerClick }]
