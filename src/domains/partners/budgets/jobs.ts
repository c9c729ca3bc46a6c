import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { capOrders } from './commands/cap-orders.ts'
import { mailStops } from './commands/mail-stops.ts'
import { watchBudgets } from './commands/watch-budgets.ts'

/** The scheduled jobs of budgets. */
export function budgetJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'budgets', cron: '* * * * *', run: (ctx) => watchBudgets(ctx, branding) },
    { name: 'budget-mails', cron: '* * * * *', run: (ctx) => mailStops(ctx, branding) },
    { name: 'orders-above-budgets', cron: '* * * * *', run: capOrders },
  ]
}
