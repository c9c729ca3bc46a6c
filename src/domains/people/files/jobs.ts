import type { Job } from '#platform/server/jobs/job.ts'
import { deleteOldFiles } from './commands.ts'

/** The scheduled jobs of stored files. */
export const fileJobs: Job[] = [{ name: 'file-clean-up', cron: '25 * * * *', run: deleteOldFiles }]
