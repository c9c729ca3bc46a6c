import type { Amount } from '#kernel/money.ts'
import type { CancelReason, HoldReason, TransactionStatus } from '../contract/vocabulary.ts'
import type { Decision } from './decide.ts'
import type { OrderItem } from './order-items.ts'

/** A decision and what its order was before. */
export interface MadeDecision {
  action: 'confirm' | 'cancel' | 'amend' | 'hold'
  oldStatus: TransactionStatus
  oldValue: Amount
  oldReason: CancelReason | null
  oldHold: HoldReason | null
  oldDueAt: Date | null
  /** The items in force before an amendment; empty without any. */
  oldItems: readonly OrderItem[]
}

/** Builds the decision that makes an order what it was before another one. */
export function buildReverse(made: MadeDecision): Decision {
  const { action, oldStatus, oldReason } = made
  if (action === 'amend') return { action, orderValue: made.oldValue, items: made.oldItems }
  if (action === 'hold' || oldStatus === 'PENDING') {
    return { action: 'reopen', restores: { holdReason: made.oldHold, dueAt: made.oldDueAt } }
  }
  if (oldStatus === 'CONFIRMED') return { action: 'confirm' }
  return { action: 'cancel', reasonCode: oldReason ?? 'OTHER' }
}
