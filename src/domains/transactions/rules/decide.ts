import { Refusal } from '#kernel/errors.ts'
import type { CancelReason, DecidedStatus, TransactionStatus } from '../contract/vocabulary.ts'

/** The effect of a decision on the ledger. */
export type LedgerEffect = 'confirmation' | 'reversal' | 'none'

/** The status that an operator sets, and the reason for a cancellation. */
export interface NewStatus {
  status: DecidedStatus
  reasonCode?: CancelReason | undefined
}

/**
 * Determines the effect of a decision on a transaction in `current` status. Refuses a decision that changes nothing
 * (another operator was faster, or the button was pressed twice), a cancellation without a reason and a confirmation
 * with one.
 */
export function getLedgerEffect(current: TransactionStatus, decision: NewStatus): LedgerEffect {
  if (decision.status === current) {
    throw new Refusal({ code: 'transaction.already_decided', params: { status: current }, status: 409 })
  }
  if ((decision.status === 'CANCELLED') !== (decision.reasonCode !== undefined)) {
    throw new Refusal({ code: 'transaction.reason', status: 422, field: 'reason_code' })
  }
  if (decision.status === 'CONFIRMED') return 'confirmation'
  return current === 'CONFIRMED' ? 'reversal' : 'none'
}
