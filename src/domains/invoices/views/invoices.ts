import { formatAmount } from '#kernel/money.ts'
import type { InvoiceView, OverdueView } from '../contract.ts'
import type { InvoiceRow, OverdueRow } from '../queries/invoices.ts'
import { formatNumber } from '../rules.ts'

/** Shows an invoice with what of it is not paid. */
export function viewInvoice(row: InvoiceRow): InvoiceView {
  return {
    invoice_id: row.id,
    number: formatNumber(row.number),
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    month: row.month,
    issued_at: row.issuedAt.toISOString(),
    due_on: row.dueOn,
    amount: formatAmount(row.amount),
    open: formatAmount(row.openAmount),
    state: row.state,
  }
}

/** Shows what an advertiser owes on invoices. */
export function viewOverdue(row: OverdueRow): OverdueView {
  return {
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    open: formatAmount(row.open),
    not_due: formatAmount(row.notDue),
    up_to_30: formatAmount(row.upTo30),
    up_to_60: formatAmount(row.upTo60),
    over_60: formatAmount(row.over60),
  }
}
