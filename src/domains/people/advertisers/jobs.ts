import type { Job } from '#platform/server/jobs/job.ts'
import { endExpiredSecrets } from './commands.ts'

/** The scheduled jobs of this domain. */
export const advertiserJobs: Job[] = [{ name: 'postback-secrets-end', cron: '*/5 * * * *', run: endExpiredSecrets }]
