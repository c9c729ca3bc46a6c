import { writeCursor } from '#kernel/cursor.ts'
import { formatAmount } from '#kernel/money.ts'
import { errorText } from '#platform/server/error-texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { DueOrders } from './contract/due-orders.ts'
import type { ParameterHintView } from './contract/postback.ts'
import type { TestOrderView } from './contract/test-order.ts'
import type { PublisherTransactionView, TransactionView } from './contract/transaction.ts'
import type { OrdersWithoutRateView } from './contract/without-rate.ts'
import type { ListedStatus } from './contract/vocabulary.ts'
import type { PricedOrder } from './commands/receive-test-order.ts'
import type { OrdersWithoutRate } from './queries/without-rate.ts'
import type { listTestOrders } from './queries/test-orders.ts'
import type { DueSums } from './queries/sum-due-orders.ts'
import type { StatusSummary } from './queries/summarise-transactions.ts'
import type { KeysetPage, TransactionRow } from './queries/transaction-rows.ts'
import { getClickTime } from './rules/click-time.ts'
import { getDueAt } from './rules/decide.ts'
import type { ParameterHint } from './rules/parameter-hints.ts'
import { readParameter } from './rules/read-order.ts'

/** Builds a transaction as its publisher sees it. */
export function viewTransaction(row: TransactionRow): TransactionView {
  return {
    transaction_date: row.transactionAt.toISOString(),
    advertiser_name: row.advertiserName,
    order_value: formatAmount(row.orderValue),
    commission: formatAmount(row.commission),
    click_page: row.sourcePage,
    status: row.status,
    transaction_id: row.id,
    advertiser_id: Number(row.advertiserId),
    order_id: row.orderRef,
    event: row.event,
    currency: row.currency,
    commission_currency: row.commissionCurrency,
    usd_order_value: formatOptional(row.usdOrderValue),
    usd_commission: formatOptional(row.usdCommission),
    site_name: row.siteName,
    sub1: row.sub1,
    sub2: row.sub2,
    sub3: row.sub3,
    sub4: row.sub4,
    sub5: row.sub5,
    click_date: getClickTime(row)?.toISOString() ?? null,
    attribution: row.attribution,
    reason: row.reason,
    hold_reason: row.holdReason,
    decided_date: row.decidedAt?.toISOString() ?? null,
    expected_decision_date: getExpectedDecision(row)?.toISOString() ?? null,
  }
}

function formatOptional(amount: bigint | null): string | null {
  return amount === null ? null : formatAmount(amount)
}

/**
 * Gets when an undecided order is decided at the latest; none for a held one, which waits for a person, and without an
 * exchange rate, for which it waits first.
 */
function getExpectedDecision({ status, holdReason, validationDays, ...row }: TransactionRow): Date | undefined {
  if (status !== 'PENDING' || holdReason !== null || validationDays === null) return undefined
  if (row.usdOrderValue === null) return undefined
  return getDueAt(row, { transactionAt: row.transactionAt, validationDays })
}

/** Builds a transaction with its publisher. */
export function viewPublisherTransaction(row: TransactionRow): PublisherTransactionView {
  const { publisherId, publisherName, sameSaleAs } = row
  return {
    ...viewTransaction(row),
    publisher_id: Number(publisherId),
    publisher_name: publisherName,
    same_sale_as: sameSaleAs,
  }
}

/** Builds a page of transactions with their publishers, and the cursors of the next and previous page. */
export function viewKeysetPage({ rows, next, previous }: KeysetPage) {
  return {
    transactions: rows.map(viewPublisherTransaction),
    next: next && writeCursor(next),
    previous: previous && writeCursor(previous),
  }
}

/** Builds number and sums of a list, or of one status in it. `counts` always has all statuses. */
export function viewSummary(summaries: StatusSummary[], status?: ListedStatus) {
  const counts = { PENDING: 0, CONFIRMED: 0, CANCELLED: 0 }
  let count = 0
  let orderValue = 0n
  let commission = 0n
  for (const summary of summaries) {
    counts[summary.status] = summary.count
    const isListed = status === 'NOT_CANCELLED' ? summary.status !== 'CANCELLED' : status === summary.status
    if (status !== undefined && !isListed) continue
    count += summary.count
    if (summary.status === 'CANCELLED') continue
    orderValue += summary.orderValue
    commission += summary.commission
  }
  return { count, counts, total_order_value: formatAmount(orderValue), total_earnings: formatAmount(commission) }
}

/** Builds the sums of orders that decide themselves. */
export function viewDueOrders({ end, count, orderValue, commission, firstDueAt }: DueSums): DueOrders {
  const money = { order_value: formatAmount(orderValue), commission: formatAmount(commission) }
  return { end, count, ...money, first_due_at: firstDueAt.toISOString() }
}

/** Builds how many orders of a currency and day wait for an exchange rate. */
export function viewWithoutRate({ orderValue, ...orders }: OrdersWithoutRate): OrdersWithoutRateView {
  return { ...orders, order_value: formatAmount(orderValue) }
}

/** Builds what the answer to a test order says beside its result. */
export function viewPricedOrder(priced: PricedOrder) {
  const { order, orderValue, commission, currency, commissionCurrency, termsVersion } = priced
  return {
    order_id: order.orderRef,
    event: order.event,
    order_value: formatAmount(orderValue),
    commission: formatAmount(commission),
    currency,
    commission_currency: commissionCurrency,
    terms_version: termsVersion,
  }
}

type TestOrderRow = Awaited<ReturnType<typeof listTestOrders>>[number]

/** Builds a kept test order as its advertiser sees it. */
export function viewTestOrder(row: TestOrderRow): TestOrderView {
  const { orderValue, commission } = row
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    channel: row.channel,
    order_id: readParameter(row.parameters, 'orderId') ?? null,
    reason: row.reason,
    order_value: formatOptional(orderValue),
    commission: formatOptional(commission),
    currency: row.currency,
    commission_currency: row.commissionCurrency,
    terms_version: row.termsVersion,
  }
}

/** Builds what is odd about the parameters of a postback, with its sentences in one language. */
export function viewParameterHints(locale: Locale, hints: readonly ParameterHint[]): ParameterHintView[] {
  return hints.map(({ parameter, hint, message }) => ({ parameter, hint, message: errorText(locale, message) }))
}
