/** The columns of a file of decisions, in any order. */
export const DECISION_COLUMNS = [
  'transaction_id',
  'order_id',
  'event',
  'click_id',
  'action',
  'reason',
  'amount',
  'currency',
  'sku',
  'quantity',
  'item_amount',
  'customer_type',
  'shipped_at',
  'evidence',
  'note',
  'expected_decision_at',
] as const

/** One of `DECISION_COLUMNS`. */
export type DecisionColumn = (typeof DECISION_COLUMNS)[number]

/** The most rows of a file of decisions. */
export const MAX_DECISION_ROWS = 100_000
