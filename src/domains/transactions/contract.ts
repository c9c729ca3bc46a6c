/** The review status of a transaction. PAID is a fact of its own and belongs to payouts. */
export const TRANSACTION_STATUSES = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const

/** One of `TRANSACTION_STATUSES`. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

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

/** Why a postback was rejected, or what a duplicate differed in. A closed list. */
export const POSTBACK_REASONS = [
  'missing_token',
  'unknown_token',
  'missing_click_id',
  'malformed_click_id',
  'forged_click_id',
  'unknown_click',
  'click_not_payable',
  'expired_click',
  'wrong_advertiser',
  'missing_order_id',
  'malformed_order_id',
  'missing_amount',
  'malformed_amount',
  'negative_amount',
  'absurd_amount',
  'unsupported_currency',
  'unknown_event',
  'malformed_event',
  'malformed_date',
  'malformed_field',
  'test',
  'amount_differs',
  'click_differs',
] as const

/** One of `POSTBACK_REASONS`. */
export type PostbackReason = (typeof POSTBACK_REASONS)[number]

/** Whether the buyer was new to the shop. */
export type CustomerStatus = 'NEW' | 'RETURNING'
