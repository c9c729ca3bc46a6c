import type { Job } from '#platform/server/jobs/job.ts'
import { tellOfOverdueRequests } from './commands/tell-operators.ts'

/** The scheduled jobs of programmes. */
export const programJobs: Job[] = [{ name: 'overdue-join-requests', cron: '20 * * * *', run: tellOfOverdueRequests }]
