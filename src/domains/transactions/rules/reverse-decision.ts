import type { Amount } from '#kernel/money.ts'
import type { CancelReason, TransactionStatus } from '../contract/vocabulary.ts'
import type { Decision } from './decide.ts'

/** A decision and what its order was before. */
export interface MadeDecision {
  action: 'confirm' | 'cancel' | 'amend' | 'hold'
  oldStatus: TransactionStatus
  oldValue: Amount
  oldReason: CancelReason | null
}

/** Builds the decision that makes an order what it was before another one. A hold that ended is not restored by it. */
export function buildReverse({ action, oldStatus, oldValue, oldReason }: MadeDecision): Decision {
  if (action === 'amend') return { action, orderValue: oldValue }
  if (action === 'hold' || oldStatus === 'PENDING') return { action: 'reopen' }
  if (oldStatus === 'CONFIRMED') return { action: 'confirm' }
  return { action: 'cancel', reasonCode: oldReason ?? 'OTHER' }
}
