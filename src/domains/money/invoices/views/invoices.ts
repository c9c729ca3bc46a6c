import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { ApiInvoice, FundsLineView, InvoiceView, OverdueView } from '../contract.ts'
import type { FundsLine } from '../queries/funds-lines.ts'
import type { InvoiceRow, OverdueRow } from '../queries/invoices.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'

/** Shows an invoice with what of it is not paid. */
export function viewInvoice(row: InvoiceRow): InvoiceView {
  return {
    invoice_id: row.id,
    number: formatInvoiceNumber(row.number),
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

/** Shows an invoice to programs of its advertiser. */
export function viewApiInvoice(row: InvoiceRow): ApiInvoice {
  const { invoice_id, number, month, issued_at: issuedTime, due_on, amount, open, state } = viewInvoice(row)
  return { invoice_id, number, month, issued_time: issuedTime, due_on, amount, open, state, currency: BASE_CURRENCY }
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

/** Shows a line behind a figure. */
export function viewFundsLine(line: FundsLine): FundsLineView {
  const { publisherId, publisherName, transactionId, orderRef, kind, at, invoice } = line
  return {
    publisher_id: publisherId === null ? null : Number(publisherId),
    publisher_name: publisherName,
    transaction_id: transactionId,
    order_id: orderRef,
    kind,
    at: at.toISOString(),
    commission: formatAmount(line.commission),
    fee: formatAmount(line.fee),
    amount: formatAmount(line.amount),
    invoice: invoice === null ? null : formatInvoiceNumber(invoice),
  }
}
