import { writeCursor } from '#kernel/cursor.ts'
import { formatAmount } from '#kernel/money.ts'
import { regionName } from '#domains/advertisers/rules.ts'
import { rateText, toRate } from '#domains/programs/rules.ts'
import type { PostbackView } from './contract/calls.ts'
import type { TestOrderView } from './contract/test-order.ts'
import type {
  ItemView,
  PublisherTransactionView,
  TransactionTimeline,
  TransactionView,
} from './contract/transaction.ts'
import type { OrdersWithoutRateView } from './contract/without-rate.ts'
import { DECISION_ENTRIES, RECORDED_REMARKS } from './contract/vocabulary.ts'
import type { PostbackChannel, RecordedRemark, TransactionStatus } from './contract/vocabulary.ts'
import type { PricedOrder } from './commands/receive-test-order.ts'
import type { OrdersWithoutRate } from './queries/without-rate.ts'
import type { TransactionTimelineRows } from './queries/transaction-timeline.ts'
import type { listPostbacks } from './queries/list-postbacks.ts'
import type { listTestOrders } from './queries/test-orders.ts'
import type { StatusSummary } from './queries/summarise-transactions.ts'
import type { KeysetPage, TransactionRow } from './queries/transaction-rows.ts'
import { getDueAt } from './rules/decide.ts'
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
    click_date: row.attribution === 'click' ? row.clickedAt.toISOString() : null,
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
  return { ...viewTransaction(row), publisher_id: Number(row.publisherId), publisher_name: row.publisherName }
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
export function viewSummary(summaries: StatusSummary[], status?: TransactionStatus) {
  const counts = { PENDING: 0, CONFIRMED: 0, CANCELLED: 0 }
  let count = 0
  let orderValue = 0n
  let commission = 0n
  for (const summary of summaries) {
    counts[summary.status] = summary.count
    if (status !== undefined && status !== summary.status) continue
    count += summary.count
    if (summary.status === 'CANCELLED') continue
    orderValue += summary.orderValue
    commission += summary.commission
  }
  return { count, counts, total_order_value: formatAmount(orderValue), total_earnings: formatAmount(commission) }
}

interface TimelineOptions {
  locale: 'en' | 'zh'
  /** Only operators see who decided. */
  hasAuthors: boolean
  /** The address of the transaction for this reader. */
  path: string
}

/** Builds a transaction's timeline. */
export function viewTimeline(timeline: TransactionTimelineRows, options: TimelineOptions): TransactionTimeline {
  const { transaction } = timeline
  return {
    transaction: viewPublisherTransaction(transaction),
    reported: {
      order_value: formatAmount(transaction.reportedValue),
      commission: formatAmount(transaction.reportedCommission),
      items: viewItems(timeline, 0),
      remark: viewRemark(timeline),
    },
    coupon: transaction.coupon,
    customer_status: transaction.customerStatus,
    click: viewClick(timeline, options),
    terms: viewTerms(timeline),
    reports: timeline.postbacks.map((postback) => ({
      received_at: postback.receivedAt.toISOString(),
      method: toMethod(postback.channel),
      result: postback.result === 'recorded' ? 'recorded' : 'duplicate',
      difference: postback.reason === 'amount_differs' || postback.reason === 'click_differs' ? postback.reason : null,
    })),
    rejections: timeline.unrecorded.flatMap(({ receivedAt, channel, result, reason }) =>
      result !== 'rejected' || reason === null
        ? []
        : [{ received_at: receivedAt.toISOString(), method: toMethod(channel), reason }],
    ),
    acceptances: timeline.unrecorded
      .filter(({ result }) => result === 'accepted')
      .map(({ receivedAt, channel }) => ({ received_at: receivedAt.toISOString(), method: toMethod(channel) })),
    decisions: timeline.decisions.map((decision) => ({
      ...viewFacts(decision),
      evidence_file: viewEvidenceFile(timeline, decision, options),
      sequence: decision.sequence,
      action: decision.action,
      decided_as: decision.decidedAs,
      status: decision.status,
      reason: decision.reasonCode,
      hold_reason: decision.holdReason,
      due_at: decision.dueAt?.toISOString() ?? null,
      order_value: formatAmount(decision.orderValue),
      commission: formatAmount(decision.commission),
      items: viewItems(timeline, decision.sequence),
      note: decision.note,
      decided_at: decision.decidedAt.toISOString(),
      decided_by: options.hasAuthors ? decision.decidedBy : null,
    })),
    postings: timeline.entries.map((entry) => ({
      sequence: entry.sequence,
      kind: toDecisionEntry(entry.kind),
      posted_at: entry.postedAt.toISOString(),
      amount: formatAmount(entry.owed),
      currency: entry.currency,
    })),
  }
}

function viewItems({ items }: TransactionTimelineRows, sequence: number): ItemView[] {
  return items
    .filter((item) => item.sequence === sequence)
    .map(({ group, sku, quantity, amount }) => ({ group, sku, quantity, amount: formatAmount(amount) }))
}

function viewRemark({ postbacks }: TransactionTimelineRows): RecordedRemark | null {
  const reason = postbacks.find(({ result }) => result === 'recorded')?.reason
  return RECORDED_REMARKS.find((remark) => remark === reason) ?? null
}

type DecisionRow = TransactionTimelineRows['decisions'][number]

function viewFacts({ evidence, customerStatus, shippedAt, expectedAt }: DecisionRow) {
  return {
    evidence,
    customer_status: customerStatus,
    shipped_at: shippedAt?.toISOString() ?? null,
    expected_at: expectedAt?.toISOString() ?? null,
  }
}

function viewEvidenceFile(
  { evidenceFiles }: TransactionTimelineRows,
  decision: DecisionRow,
  { path }: TimelineOptions,
) {
  const file = evidenceFiles.find(({ id }) => id === decision.evidenceFileId)
  return file ? { name: file.name, size: file.size, path: `${path}/evidence/${decision.sequence}` } : null
}

function toDecisionEntry(kind: TransactionTimelineRows['entries'][number]['kind']) {
  const found = DECISION_ENTRIES.find((each) => each === kind)
  if (!found) throw new Error(`An entry of a decision is a ${kind}`)
  return found
}

function toMethod(channel: PostbackChannel): 'server' | 'pixel' {
  return channel === 'pixel' ? 'pixel' : 'server'
}

function viewClick({ click }: TransactionTimelineRows, { locale }: TimelineOptions): TransactionTimeline['click'] {
  if (!click) return null
  return {
    clicked_at: click.clickedAt.toISOString(),
    verdict: click.verdict,
    country: click.country === null ? null : regionName(click.country, locale),
    device: click.device,
    referrer: click.referrer,
    destination: click.destination,
    subs: [click.sub1, click.sub2, click.sub3, click.sub4, click.sub5].map((sub) => sub ?? ''),
  }
}

function viewTerms({ terms }: TransactionTimelineRows): TransactionTimeline['terms'] {
  if (!terms) return null
  return {
    version: terms.version,
    effective_from: terms.effectiveFrom.toISOString(),
    window_days: terms.windowDays,
    validation_days: terms.validationDays,
    validation_end: terms.validationEnd,
    rate: terms.event === null ? null : rateText(toRate(terms), terms.currency),
  }
}

/** Builds how many orders of a currency and day wait for an exchange rate. */
export function viewWithoutRate({ orderValue, ...orders }: OrdersWithoutRate): OrdersWithoutRateView {
  return { ...orders, order_value: formatAmount(orderValue) }
}

type PostbackRow = Awaited<ReturnType<typeof listPostbacks>>[number]

/** Builds a postback as its advertiser sees it. */
export function viewPostback(row: PostbackRow): PostbackView {
  const { parameters } = row
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    channel: row.channel,
    result: row.result,
    reason: row.reason,
    order_id: readParameter(parameters ?? {}, 'orderId') ?? row.orderRef,
    amount: readParameter(parameters ?? {}, 'amount') ?? (row.amount === null ? null : formatAmount(row.amount)),
    parameters,
    transaction_id: row.transactionId,
  }
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
