/** The statuses of a transaction. PAID is not one of them; it belongs to payouts. */
export const TRANSACTION_STATUSES = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const

/** One of `TRANSACTION_STATUSES`. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** The statuses that a decision can set. */
export type DecidedStatus = Exclude<TransactionStatus, 'PENDING'>

/** The reasons for a cancellation: the closed list from which an operator chooses and that a publisher reads. */
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

/** What earned the publisher the order: the click that its postback names, or the coupon code that the buyer used. */
export const ATTRIBUTIONS = ['click', 'coupon'] as const

/** One of `ATTRIBUTIONS`. */
export type Attribution = (typeof ATTRIBUTIONS)[number]

/** The channels by which an advertiser reports an order. */
export type PostbackChannel = 'query' | 'form' | 'json' | 'pixel'

/**
 * The results of postbacks that are stored. An accepted order waits for a decision, which adds a row of its own with
 * another result.
 */
export const POSTBACK_RESULTS = ['recorded', 'duplicate', 'rejected', 'accepted'] as const

/** One of `POSTBACK_RESULTS`. */
export type PostbackResult = (typeof POSTBACK_RESULTS)[number]

/**
 * The reasons why a postback is rejected, how a duplicate differs (`amount_differs`, `click_differs`), and why an order
 * waits (`clock_ahead`). The list is closed: the database checks all but the first two, which are never stored. The
 * sentence for each is the error text `postback.<reason>`.
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
  'click_too_far_ahead',
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
  'clock_ahead',
] as const

/** One of `POSTBACK_REASONS`. */
export type PostbackReason = (typeof POSTBACK_REASONS)[number]

/** The reasons of answers that store nothing. The shop sends the postback again after all but `method`. */
export const UNSTORED_REASONS = [
  'click_not_here_yet',
  'too_many_waiting',
  'unavailable',
  'failed',
  'too_many_wrong_tokens',
  'method',
] as const

/** Tells whether the buyer is new to the advertiser. */
export type CustomerStatus = 'NEW' | 'RETURNING'
