import type { PostbackReason } from '#domains/orders/transactions/contract/vocabulary.ts'

/** What happens to the postback of a test order, in this order. */
export const ORDER_STEPS = ['received', 'parsed', 'matched', 'priced'] as const

/** One of `ORDER_STEPS`. */
export type OrderStep = (typeof ORDER_STEPS)[number]

const NOT_MATCHED: readonly PostbackReason[] = ['wrong_advertiser', 'expired_click', 'click_too_far_ahead']
const NOT_PRICED: readonly PostbackReason[] = ['unknown_event', 'missing_amount', 'no_rate']

/** Finds the step at which a test order was refused; `undefined` if it passed all. */
export function findFailedStep(reason: PostbackReason | null): OrderStep | undefined {
  if (reason === null) return undefined
  if (NOT_MATCHED.includes(reason)) return 'matched'
  return NOT_PRICED.includes(reason) ? 'priced' : 'parsed'
}
