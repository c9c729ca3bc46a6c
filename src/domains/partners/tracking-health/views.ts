import type { DryRun } from '#domains/orders/transactions/commands/dry-run-postback.ts'
import { listParameterHints } from '#domains/orders/transactions/rules/parameter-hints.ts'
import { readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import { viewParameterHints, viewPricedOrder, viewTestOrder } from '#domains/orders/transactions/views.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { DryRunView, PostbackView } from './contract/postbacks.ts'
import type { TestWalkView } from './contract/test-walks.ts'
import type { DryRunDetails } from './queries/dry-run-details.ts'
import type { CreditedOrder } from './queries/orphans.ts'
import type { PostbackRow } from './queries/list-postbacks.ts'
import type { WalkRow, findOrderOfWalk } from './queries/test-walks.ts'
import { findLoss } from '#domains/tracking/tracking/rules/link-walk.ts'

/** Reads the order that a postback names; null without one. */
export function readOrderId({ parameters, orderRef }: PostbackRow): string | null {
  return readParameter(parameters ?? {}, 'orderId') ?? orderRef
}

/** What a postback is viewed with. */
export interface PostbackSight {
  locale: Locale
  /** The orders that its advertiser credited to publishers, by id. */
  credited: ReadonlyMap<string, CreditedOrder>
}

/** Builds a postback as its advertiser sees it. */
export function viewPostback(row: PostbackRow, { locale, credited }: PostbackSight): PostbackView {
  const { parameters } = row
  const orderId = readOrderId(row)
  return {
    id: row.id,
    received_at: row.receivedAt.toISOString(),
    channel: row.channel,
    result: row.result,
    reason: row.reason,
    order_id: orderId,
    amount: readParameter(parameters ?? {}, 'amount') ?? (row.amount === null ? null : formatAmount(row.amount)),
    parameters,
    hints: viewParameterHints(locale, listParameterHints(parameters ?? {})),
    publisher_id: row.publisherId === null ? null : Number(row.publisherId),
    transaction_id: row.transactionId,
    replayed_as: row.replayedAs,
    replay_of: row.replayOf,
    credited: (row.result === 'rejected' && orderId !== null && credited.get(orderId)) || null,
  }
}

/** The answer to a tried postback: the sentence of its reason, and what is odd about its parameters. */
export type TriedAnswer = Pick<DryRunView, 'message' | 'hints'>

/** Builds what would happen to a postback. */
export function viewDryRun(run: DryRun, details: DryRunDetails, answer: TriedAnswer): DryRunView {
  const { result, reason } = run.outcome
  const { click, transaction } = details
  return {
    result,
    reason,
    ...answer,
    click: click
      ? {
          clicked_at: click.clickedAt.toISOString(),
          publisher_id: Number(click.publisherId),
          publisher_name: click.publisherName,
          verdict: click.verdict,
        }
      : null,
    order: viewOrder(run, details),
    transaction: transaction
      ? { publisher_id: Number(transaction.publisherId), transaction_id: transaction.transactionId }
      : null,
  }
}

const NO_OWNER = { publisher_id: null, publisher_name: null, site_name: null }
const NO_RATE = { rate: null, usd_order_value: null, usd_commission: null }

function viewOrder({ outcome, recorded }: DryRun, { site, terms, rate }: DryRunDetails): DryRunView['order'] {
  if (outcome.result === 'test') {
    return { ...viewPricedOrder(outcome.priced), attribution: 'click', ...NO_OWNER, ...NO_RATE }
  }
  if (!recorded || !site || !terms) return null
  const { order } = recorded
  const usdValue = order.usd_order_value
  const usdCommission = order.usd_commission
  return {
    order_id: order.order_ref,
    event: order.event,
    order_value: formatAmount(BigInt(order.order_value)),
    currency: order.currency,
    commission: formatAmount(BigInt(order.commission)),
    commission_currency: order.commission_currency,
    terms_version: terms.version,
    attribution: order.click_id === null ? 'coupon' : 'click',
    publisher_id: Number(site.publisherId),
    publisher_name: site.publisherName,
    site_name: site.name,
    rate: rate ? { value: rate.rate, day: rate.day } : null,
    usd_order_value: usdValue === null ? null : formatAmount(BigInt(usdValue)),
    usd_commission: usdCommission === null ? null : formatAmount(BigInt(usdCommission)),
  }
}

interface WalkResult {
  order: Awaited<ReturnType<typeof findOrderOfWalk>>
  /** Rejected postbacks since it began. */
  rejected: number
}

/** Builds a walk with the order that came of it. */
export function viewWalk(walk: WalkRow, { order, rejected }: WalkResult): TestWalkView {
  const { hops } = walk
  return {
    id: walk.id,
    started_at: walk.startedAt.toISOString(),
    token: walk.token,
    click_param: walk.clickParam,
    landing_url: hops[0]?.url ?? walk.nextUrl,
    hops: hops.map(({ url, status, ms, hasClick }) => ({ url, status, ms, has_click: hasClick })),
    is_walking: walk.nextUrl !== null,
    fault: walk.fault,
    lost_at: findLoss(hops),
    order: order ? viewTestOrder(order) : null,
    rejected_since: rejected,
  }
}
