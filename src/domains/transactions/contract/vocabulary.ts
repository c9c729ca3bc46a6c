/** The review status of a transaction. PAID is a fact of its own and belongs to payouts. */
export const TRANSACTION_STATUSES = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const

/** One of `TRANSACTION_STATUSES`. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** What a decision can say. */
export type DecidedStatus = Exclude<TransactionStatus, 'PENDING'>

/** Why a transaction was cancelled: the closed list that an operator chooses from and a publisher reads. */
export const CANCEL_REASONS = [
  'ORDER_CANCELLED',
  'RETURNED_MERCHANDISE',
  'DUPLICATED_ORDER',
  'INVALID_CREDIT_CARD',
  'OUT_OF_STOCK',
  'ORDER_ERROR',
  'UNQUALIFIED_LEAD',
  'FRAUD',
  'TERMS_BREACH',
  'CREDITED_ELSEWHERE',
  'TEST_ACTION',
  'OTHER',
] as const

/** One of `CANCEL_REASONS`. */
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** Ways in which a shop reports an order. */
export type PostbackChannel = 'query' | 'form' | 'json' | 'pixel'

/** What a postback came to. */
export type PostbackResult = 'recorded' | 'duplicate' | 'rejected'

/**
 * Why a postback was rejected, or (`amount_differs`, `click_differs`) what a duplicate differed in. A closed list; the
 * database checks all but the first two, which are never stored. The sentence for each stands in the texts of errors
 * under `postback`.
 */
export const POSTBACK_REASONS = [
  'missing_token',
  'unknown_token',
  'unreadable_request',
  'malformed_field',
  'missing_click_id',
  'forged_click_id',
  'unknown_click',
  'wrong_advertiser',
  'click_not_payable',
  'expired_click',
  'missing_order_id',
  'malformed_order_id',
  'malformed_event',
  'unknown_event',
  'missing_amount',
  'malformed_amount',
  'negative_amount',
  'absurd_amount',
  'items_differ',
  'unsupported_currency',
  'cancelled_order',
  'test',
  'amount_differs',
  'click_differs',
] as const

/** One of `POSTBACK_REASONS`. */
export type PostbackReason = (typeof POSTBACK_REASONS)[number]

/** Whether the buyer was new to the shop. */
export type CustomerStatus = 'NEW' | 'RETURNING'

/** What a shop is told about a postback; `retry` where nothing is known to be committed. */
export const POSTBACK_RESULTS = ['recorded', 'duplicate', 'rejected'] as const satisfies PostbackResult[]
