import type { Job } from '#platform/server/job.ts'
import { measurePrograms } from './commands/measure-programs.ts'

/** The scheduled jobs of the reports domain. */
export const reportJobs: Job[] = [{ name: 'program-figures', cron: '*/10 * * * *', run: measurePrograms }]
