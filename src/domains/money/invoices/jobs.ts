import type { Job } from '#platform/server/jobs/job.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { issueInvoices } from './commands/issue-invoices.ts'
import { mailOverdueInvoices } from './commands/mail-overdue.ts'

/** The scheduled jobs of invoices. Each hour makes up for one that a stopped network missed. */
export function invoiceJobs(branding: EmailBranding): Job[] {
  return [
    { name: 'invoices', cron: '15 * * * *', run: (ctx) => issueInvoices(ctx, branding) },
    { name: 'overdue-invoices', cron: '25 * * * *', run: (ctx) => mailOverdueInvoices(ctx, branding) },
  ]
}
