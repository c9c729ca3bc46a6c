import type { ImportLayout } from '#kernel/columns.ts'

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

/** How a file of decisions is laid out: its columns have their own names alone. */
export const DECISION_LAYOUT: ImportLayout<DecisionColumn> = {
  name: 'decisions',
  columns: Object.fromEntries(DECISION_COLUMNS.map((name) => [name, [name]])) as Record<DecisionColumn, string[]>,
  required: [['order_id', 'transaction_id'], ['action']],
  mayHaveOthers: false,
}

/** The most rows of a file of decisions. */
export const MAX_DECISION_ROWS = 100_000
