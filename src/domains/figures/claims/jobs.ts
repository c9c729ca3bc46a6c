import type { Job } from '#platform/server/jobs/job.ts'
import { decideDueClaims } from './commands/decide-due-claims.ts'

/** The scheduled jobs of claims. */
export const claimJobs: Job[] = [{ name: 'due-claims', cron: '35 * * * *', run: decideDueClaims }]
