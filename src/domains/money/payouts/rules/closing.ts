import { getFinalAt } from '#domains/people/account-states/rules.ts'
import { AMOUNT_SCALE } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { MINIMUM_PAYOUT } from './payment.ts'

/** The fee on a payout below the minimum after the account was closed (specification 2, section 9). */
export const CLOSING_FEE: Amount = 5n * AMOUNT_SCALE

const CENT = AMOUNT_SCALE / 100n

/** The smallest balance of which the fee leaves a cent. What is below it is retained. */
export const SMALLEST_AFTER_CLOSING: Amount = CLOSING_FEE + CENT

/** Returns the fee on a payout: only a balance of a closed account below the network's minimum has one. */
export function getClosingFee(due: Amount, isClosed: boolean): Amount {
  return isClosed && due < MINIMUM_PAYOUT ? CLOSING_FEE : 0n
}

/** What decides when the small balance of a closed account is settled. */
export interface ClosingFacts {
  closedAt: Date
  /** Whether an order is undecided or not covered, so that the balance can still grow. */
  hasOpenOrders: boolean
}

/** Whether the small balance of a closed account is settled: the closing is final and the balance the last one. */
export function canSettleSmall({ closedAt, hasOpenOrders }: ClosingFacts, now: Date): boolean {
  return !hasOpenOrders && getFinalAt(closedAt) <= now
}

/** Whether a balance is so small that it is retained: under the fee, or without a cent beyond it. */
export function isRetained(due: Amount): boolean {
  return due > 0n && due < SMALLEST_AFTER_CLOSING
}

/** What becomes of the payable balance of an account that is closed now, if nothing changes. */
export type ClosingOutcome = 'nothing' | 'retained' | 'less_fee' | 'full'

/** Says what becomes of a balance after the account is closed. */
export function foreseeClosing(due: Amount): ClosingOutcome {
  if (due < CENT) return due > 0n ? 'retained' : 'nothing'
  if (isRetained(due)) return 'retained'
  return due < MINIMUM_PAYOUT ? 'less_fee' : 'full'
}
