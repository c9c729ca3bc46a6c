import { getClickTime } from '#domains/orders/transactions/rules/click-time.ts'
import { BASE_CURRENCY, floorToCents, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { ForfeitureView, PayoutView, StatementLineView } from '../contract/statements.ts'
import { SHOWN_STATUSES } from '../contract/vocabulary.ts'
import type { listForfeitures } from '../queries/lapses.ts'
import type { PayoutRow, StatementLineRow } from '../queries/statements.ts'
import { CLOSING_FEE, foreseeClosing } from '../rules/closing.ts'

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
    fee: formatAmount(row.feeAmount),
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
    click_date: getClickTime(row)?.toISOString() ?? null,
    terms_version: row.termsVersion,
    currency: row.currency,
    amount: formatAmount(row.amount),
    payable_at: row.payableAt.toISOString(),
  }
}

/** Builds what becomes of a payable balance after the account is closed. */
export function viewClosing(payable: Amount) {
  const outcome = foreseeClosing(payable)
  const fee = outcome === 'less_fee' ? CLOSING_FEE : 0n
  const isPaid = outcome === 'less_fee' || outcome === 'full'
  return {
    currency: BASE_CURRENCY,
    outcome,
    paid: formatAmount(isPaid ? floorToCents(payable - fee) : 0n),
    fee: formatAmount(fee),
    payable: formatAmount(payable),
  }
}

/** Builds a balance that its publisher no longer gets. */
export function viewForfeiture(row: Awaited<ReturnType<typeof listForfeitures>>[number]): ForfeitureView {
  return {
    kind: row.kind,
    currency: BASE_CURRENCY,
    amount: formatAmount(row.amount),
    made_at: row.madeAt.toISOString(),
    line_count: row.lineCount,
  }
}
