import type { Job } from '#platform/server/job.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'

/** The scheduled jobs of this domain. */
export const transactionJobs: Job[] = [{ name: 'waiting-orders', cron: '* * * * *', run: decideWaitingOrders }]
