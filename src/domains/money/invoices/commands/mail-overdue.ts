import { sql } from 'kysely'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { findPaymentInstructions } from '#domains/money/funding/queries/payment-instructions.ts'
import { formatAmount } from '#kernel/money.ts'
import { toDay } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { invoiceOverdueEmail } from '../mails.ts'
import { selectStates } from '../queries/invoices.ts'
import type { InvoiceRow } from '../queries/invoices.ts'

/** Tells those who see its money that an invoice is overdue, each once, whatever they chose about notices. */
export async function mailOverdueInvoices(ctx: Ctx): Promise<void> {
  const { rows } = await sql<InvoiceRow>`
    SELECT * FROM (${selectStates(toDay(ctx.now))}) AS invoice
    WHERE state = 'overdue' AND NOT EXISTS (SELECT FROM invoice_notice WHERE invoice_id = invoice.id)
    ORDER BY number`.execute(ctx.db)
  for (const invoice of rows) await mailOverdue(ctx, invoice)
}

function mailOverdue(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const { id: invoiceId, number, advertiserId } = invoice
  return inTransaction(ctx, async (tx) => {
    const noted = await tx.db
      .insertInto('invoiceNotice')
      .values({ invoiceId, mailedAt: tx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('invoiceId')
      .executeTakeFirst()
    if (!noted) return
    const instructions = await findPaymentInstructions(tx.db)
    const amounts = { amount: formatAmount(invoice.amount, 2), open: formatAmount(invoice.openAmount, 2) }
    const told = await tellTeam(tx, {
      advertiserId,
      kind: 'invoices',
      path: '/brand/billing',
      write: ({ locale, advertiser }) => {
        return invoiceOverdueEmail(
          { branding: tx.branding, locale, advertiser },
          { ...invoice, ...amounts, instructions },
        )
      },
    })
    const details = { number, open: invoice.openAmount, isSent: told > 0 }
    await audit(tx, { action: 'invoice.overdue', target: `advertiser:${advertiserId}`, details })
  })
}
