import { Refusal } from '#kernel/errors.ts'
import type { CancelReason, DecidedStatus, TransactionStatus } from '../contract/vocabulary.ts'

/** What a decision does in the ledger. */
export type LedgerEffect = 'confirmation' | 'reversal' | 'none'

/** What an operator wants: the new status, and for a cancellation why. */
export interface Decision {
  status: DecidedStatus
  reasonCode?: CancelReason | undefined
}

/**
 * The effect of a decision on a transaction in `current` status. Refuses one that changes nothing (somebody else was
 * first, or the button was pressed twice), a cancellation without a reason and a confirmation with one.
 */
export function getLedgerEffect(current: TransactionStatus, decision: Decision): LedgerEffect {
  if (decision.status === current) {
    throw new Refusal({ code: 'transaction.already_decided', params: { status: current }, status: 409 })
  }
  if ((decision.status === 'CANCELLED') !== (decision.reasonCode !== undefined)) {
    throw new Refusal({ code: 'transaction.reason', status: 422, field: 'reason_code' })
  }
  if (decision.status === 'CONFIRMED') return 'confirmation'
  return current === 'CONFIRMED' ? 'reversal' : 'none'
}
