import type { CancelReason, DecisionAction, PostbackChannel } from '../contract/vocabulary.ts'
import { fromItemRows, toItemRows } from './order-items.ts'
import type { ItemRow } from './order-items.ts'
import type { PostbackDecision } from './read-decision.ts'

/** The most decisions that one order keeps while it waits. A shop repeats those beyond. */
export const MAX_KEPT_DECISIONS = 5

/** What a postback decides while its order waits, as JSON holds it: amounts as text, in 1/10,000 of the unit. */
export interface KeptDecision {
  action: DecisionAction
  reasonCode: CancelReason | null
  note: string
  orderValue: string | null
  items: ItemRow[] | null
  amount: string | null
  currency: string | null
  channel: PostbackChannel
  /** The parameters of the postback that are stored. */
  parameters: Record<string, string>
}

/** Whose confirmation is kept while the currency of the order has no exchange rate, and since when. */
export interface KeptConfirmation {
  publisherId: bigint
  transactionId: string
  advertiserId: bigint
  orderRef: string
  event: string
  keptAt: Date
}

/** Writes what a postback decides so that its order can keep it. */
export function toKeptDecision(
  { decision, amount, currency }: PostbackDecision,
  sent: Pick<KeptDecision, 'channel' | 'parameters'>,
): KeptDecision {
  const { action, reasonCode = null, note = '', orderValue, items } = decision
  return {
    action,
    reasonCode,
    note,
    orderValue: orderValue === undefined ? null : String(orderValue),
    items: items === undefined ? null : toItemRows(items),
    amount: amount === undefined ? null : String(amount),
    currency: currency ?? null,
    channel: sent.channel,
    parameters: sent.parameters,
  }
}

/** Reads what `toKeptDecision` wrote. */
export function fromKeptDecision(order: { orderRef: string; event: string }, kept: KeptDecision): PostbackDecision {
  return {
    orderRef: order.orderRef,
    event: order.event,
    decision: {
      action: kept.action,
      reasonCode: kept.reasonCode ?? undefined,
      note: kept.note,
      orderValue: toAmount(kept.orderValue),
      items: kept.items === null ? undefined : fromItemRows(kept.items),
    },
    amount: toAmount(kept.amount),
    currency: kept.currency ?? undefined,
    isTest: false,
  }
}

function toAmount(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text)
}
