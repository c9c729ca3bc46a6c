import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { PayoutView, StatementLineView } from '../contract/statements.ts'
import { SHOWN_STATUSES } from '../contract/vocabulary.ts'
import type { PayoutRow, StatementLineRow } from '../queries/statements.ts'

/** Builds a payout as its publisher sees it. */
export function viewPayout(row: PayoutRow): PayoutView {
  const status = SHOWN_STATUSES.find((each) => each === row.status)
  if (!status || !row.approvedAt) throw new Error(`The payout ${row.id} is a draft`)
  return {
    payout_id: row.id,
    month: row.month,
    status,
    currency: BASE_CURRENCY,
    amount: formatAmount(row.amount),
    lines_amount: formatAmount(row.linesAmount),
    carried: formatAmount(row.carriedAmount),
    rest: formatAmount(row.restAmount),
    line_count: row.lineCount,
    method: row.method,
    destination: row.destinationHint,
    approved_at: row.approvedAt.toISOString(),
    settled_on: row.settledOn,
    returned_on: row.returnedOn,
    reason: row.reason,
    reference: row.reference,
    statement_number: row.statementNumber,
  }
}

/** Builds a line of a statement. */
export function viewStatementLine(row: StatementLineRow): StatementLineView {
  return {
    entry_id: row.entryId,
    transaction_id: row.transactionId,
    order_id: row.orderRef,
    event: row.event,
    advertiser_name: row.advertiserName,
    site_name: row.siteName,
    transaction_date: row.transactionAt.toISOString(),
    click_date: row.attribution === 'click' ? row.clickedAt.toISOString() : null,
    terms_version: row.termsVersion,
    currency: row.currency,
    amount: formatAmount(row.amount),
    payable_at: row.payableAt.toISOString(),
  }
}
