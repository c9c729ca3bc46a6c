import type { Job } from '#platform/server/jobs/job.ts'
import { issueInvoices } from './commands/issue-invoices.ts'
import { mailOverdueInvoices } from './commands/mail-overdue.ts'

/** The scheduled jobs of invoices. Each hour makes up for one that a stopped network missed. */
export const invoiceJobs: Job[] = [
  { name: 'invoices', cron: '15 * * * *', run: issueInvoices },
  { name: 'overdue-invoices', cron: '25 * * * *', run: mailOverdueInvoices },
]
