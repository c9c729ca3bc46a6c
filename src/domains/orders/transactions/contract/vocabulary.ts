/** The statuses of a transaction. PAID is not one of them; it belongs to payouts. */
export const TRANSACTION_STATUSES = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const

/** One of `TRANSACTION_STATUSES`. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/**
 * What a decision does. `reopen` makes an order undecided again, or ends its hold; `hold` keeps it from deciding
 * itself; `extend` moves the end of its validation period.
 */
export const DECISION_ACTIONS = ['confirm', 'cancel', 'amend', 'reopen', 'hold', 'extend'] as const

/** One of `DECISION_ACTIONS`. */
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

/** The kinds of ledger entries that decisions cause. */
export const DECISION_ENTRIES = ['confirmation', 'reversal', 'amendment'] as const

/** In which role a decision is made: `rule` is the end of the validation period, `budget` a cap that is used up. */
export const DECIDERS = ['operator', 'advertiser', 'postback', 'rule', 'budget'] as const

/** One of `DECIDERS`. */
export type Decider = (typeof DECIDERS)[number]

/** Why a person lets an undecided order wait longer than its validation period. */
export const CHOSEN_HOLD_REASONS = [
  'RETURN_PERIOD_OPEN',
  'NOT_SHIPPED',
  'BOOKING_NOT_USED',
  'PAYMENT_OPEN',
  'UNDER_REVIEW',
] as const

/**
 * Why an undecided order waits: the closed list that a publisher reads. The last two are of the rule: the terms want a
 * person to decide, or the exchange rate makes the order worth more than an order can be.
 */
export const HOLD_REASONS = [...CHOSEN_HOLD_REASONS, 'END_OF_VALIDATION', 'ABOVE_BOUND'] as const

/** One of `HOLD_REASONS`. */
export type HoldReason = (typeof HOLD_REASONS)[number]

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
  'OTHER_CHANNEL',
  'NOT_COMPLETED',
  'NOT_TRACEABLE',
  'WRONG_COUPON',
  'LINK_EXPIRED',
  'LIMIT_REACHED',
  'SELF_REFERRAL',
  'EXISTING_CUSTOMER',
  'OTHER',
] as const

/** One of `CANCEL_REASONS`. */
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** The reasons that need evidence: a note or a file that supports them. */
export const REASONS_WITH_EVIDENCE: readonly CancelReason[] = ['FRAUD', 'TERMS_BREACH', 'SELF_REFERRAL', 'OTHER']

/**
 * What earned the publisher the order: the click that its postback names, the coupon code that the buyer used, or the
 * publisher's claim that the order was missing.
 */
export const ATTRIBUTIONS = ['click', 'coupon', 'claim'] as const

/** One of `ATTRIBUTIONS`. */
export type Attribution = (typeof ATTRIBUTIONS)[number]

/** The channels by which an advertiser reports an order. */
export type PostbackChannel = 'query' | 'form' | 'json' | 'pixel'

/**
 * The results of postbacks that are stored. An accepted order waits for a decision, which adds a row of its own with
 * another result. `decided` and `unchanged` answer postbacks that decide their order: the decision was made now, or the
 * order was so already.
 */
export const POSTBACK_RESULTS = ['recorded', 'duplicate', 'rejected', 'accepted', 'decided', 'unchanged'] as const

/** One of `POSTBACK_RESULTS`. */
export type PostbackResult = (typeof POSTBACK_RESULTS)[number]

/** The reasons for which an order matches no click. */
export const ORPHAN_REASONS = [
  'missing_click_id',
  'forged_click_id',
  'unknown_click',
  'wrong_advertiser',
  'click_not_payable',
  'expired_click',
  'click_too_far_ahead',
] as const

/**
 * The reasons why a postback is rejected, how a duplicate differs (`amount_differs`, `click_differs`), why an order
 * waits (`clock_ahead`) or its confirmation (`confirm_without_rate`), and why a recorded one lacks a part
 * (`RECORDED_REMARKS`) or its value in USD (`no_rate`). The list is closed: the database checks all but the first two,
 * which are never stored. The sentence for each is the error text `postback.<reason>`.
 */
export const POSTBACK_REASONS = [
  'missing_token',
  'unknown_token',
  'unreadable_request',
  'malformed_field',
  'macro_not_replaced',
  ...ORPHAN_REASONS,
  'missing_order_id',
  'malformed_order_id',
  'malformed_event',
  'unknown_event',
  'missing_amount',
  'malformed_amount',
  'negative_amount',
  'absurd_amount',
  'malformed_items',
  'items_differ',
  'unsupported_currency',
  'cancelled_order',
  'test',
  'amount_differs',
  'click_differs',
  'clock_ahead',
  'no_rate',
  'server_secret_in_pixel',
  'report_only_secret',
  'unknown_order',
  'unknown_reason',
  'missing_evidence',
  'already_cancelled',
  'value_differs',
  'currency_differs',
  'amend_amount',
  'amend_above',
  'amend_items',
  'confirm_without_rate',
  'in_payment',
] as const

/** One of `POSTBACK_REASONS`. */
export type PostbackReason = (typeof POSTBACK_REASONS)[number]

/** Without what an order is recorded: without its items, or without the decision that the postback asks for. */
export const RECORDED_REMARKS = ['malformed_items', 'items_differ', 'report_only_secret'] as const

/** One of `RECORDED_REMARKS`. */
export type RecordedRemark = (typeof RECORDED_REMARKS)[number]

/** The values of `status` by which a postback decides its order. */
export const DECISION_STATUSES = ['confirmed', 'cancelled', 'amended'] as const

/** One of `DECISION_STATUSES`. */
export type DecisionStatus = (typeof DECISION_STATUSES)[number]

/** The reasons of answers that store nothing. The shop sends the postback again after all but `method`. */
export const UNSTORED_REASONS = [
  'click_not_here_yet',
  'too_many_waiting',
  'unavailable',
  'failed',
  'too_many_wrong_tokens',
  'too_many_dry_runs',
  'method',
] as const

/** Tells whether the buyer is new to the advertiser. */
export type CustomerStatus = 'NEW' | 'RETURNING'

/**
 * What came of a line: would be decided, decided, decided so already, nothing asked for, refused, or part of the order
 * that an earlier line decides.
 */
export const ROW_RESULTS = ['valid', 'decided', 'unchanged', 'left', 'refused', 'part'] as const

/** The filters of the lines of a file: one result, or decisions that could not be taken back. */
export const LINE_FILTERS = [...ROW_RESULTS, 'kept'] as const

/**
 * The queues of undecided orders: those that decide themselves, the next first, those that are held, and those that
 * wait for an exchange rate.
 */
export const ORDER_QUEUES = ['clock', 'held', 'without_rate'] as const

/** One of `ORDER_QUEUES`. */
export type OrderQueue = (typeof ORDER_QUEUES)[number]

/**
 * What orders say of themselves, by which they are counted. The value of `rule` is the id of a version of the terms and
 * the number of the rule in it, `12:3`, as `PricedWorth` has it.
 */
export const ORDER_DIMENSIONS = ['promotion', 'coupon', 'country', 'device', 'customer', 'event', 'rule'] as const

/** One of `ORDER_DIMENSIONS`. */
export type OrderDimension = (typeof ORDER_DIMENSIONS)[number]

/** Tells whether a dimension is one of `ORDER_DIMENSIONS`. */
export function isOrderDimension(dimension: string): dimension is OrderDimension {
  return ORDER_DIMENSIONS.some((each) => each === dimension)
}

/** The sub ids of a click as dimensions, by slot. */
export const SUB_ID_DIMENSIONS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

/** By what the rows of a report are divided whose orders can be listed: those of groups and sub ids by their click. */
export const PART_DIMENSIONS = [...ORDER_DIMENSIONS, 'group', ...SUB_ID_DIMENSIONS] as const

/** One of `PART_DIMENSIONS`. */
export type PartDimension = (typeof PART_DIMENSIONS)[number]

/** Gets the slot, from 1, of one of `SUB_ID_DIMENSIONS`. */
export function getSubIdSlot(dimension: (typeof SUB_ID_DIMENSIONS)[number]): number {
  return SUB_ID_DIMENSIONS.indexOf(dimension) + 1
}

/** The statuses by which an advertiser lists its transactions; reports count those that are not cancelled. */
export const LISTED_STATUSES = [...TRANSACTION_STATUSES, 'NOT_CANCELLED'] as const

/** One of `LISTED_STATUSES`. */
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** How many days ahead the summary looks. */
export const DAYS_AHEAD = 7

/** Over how many days the history of a publisher goes back. */
export const HISTORY_DAYS = 90

/** Over how many days the use of coupon codes is looked at. */
export const LEAK_DAYS = 30

/** What is decided on many orders at once. */
export const BULK_ACTIONS = ['confirm', 'cancel', 'hold'] as const
