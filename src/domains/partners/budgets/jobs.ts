import type { Job } from '#platform/server/jobs/job.ts'
import { capOrders } from './commands/cap-orders.ts'
import { mailStops } from './commands/mail-stops.ts'
import { watchBudgets } from './commands/watch-budgets.ts'

/** The scheduled jobs of budgets. */
export const budgetJobs: Job[] = [
  { name: 'budgets', cron: '* * * * *', run: watchBudgets },
  { name: 'budget-mails', cron: '* * * * *', run: mailStops },
  { name: 'orders-above-budgets', cron: '* * * * *', run: capOrders },
]
