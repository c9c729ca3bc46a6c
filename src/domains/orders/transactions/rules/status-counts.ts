import type { Day } from '#kernel/days.ts'
import { ORDER_DIMENSIONS } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

/** The time that each count of statuses covers again, for states that were committed late. */
export const STATUS_OVERLAP_MS = 300_000

/** The time between what a state says of its change and the start of the transaction that writes it, at most. */
export const COMMIT_DELAY_MS = 5000

/** Number and sums of transactions of one day (UTC) and status at the last count. */
export interface StatusCount {
  day: Day
  status: TransactionStatus
  transactions: bigint
  orderValue: bigint
  commission: bigint
}

/**
 * By what the orders of a day are counted: what they say of themselves, the site that sent them (`12:34`, publisher and
 * site), and the day of their click. An order without a click has the day of the order as that of its click.
 */
export const COUNTED_DIMENSIONS = [...ORDER_DIMENSIONS, 'site', 'click_day'] as const

/** One of `COUNTED_DIMENSIONS`. */
export type CountedDimension = (typeof COUNTED_DIMENSIONS)[number]

/** The values of one of `ORDER_DIMENSIONS` that are counted alone for each advertiser and day. */
export const MAX_COUNTED_VALUES = 200

/** Orders of an advertiser's day with one value of a dimension. Money in 1/10,000 USD. */
export interface OrderCount {
  advertiserId: bigint
  day: Day
  dimension: CountedDimension
  /** Empty for orders without a value, and for those of the values that are not counted alone. */
  value: string
  /** Excludes cancelled transactions, as do `orderValue` and `commission`. */
  transactions: bigint
  cancelledTransactions: bigint
  orderValue: bigint
  commission: bigint
  confirmedTransactions: bigint
  confirmedOrderValue: bigint
  confirmedCommission: bigint
  fee: bigint
}

/** The roll-ups contain every state that was written before `countedUntil`. */
export interface StatusProgress {
  name: 'statuses'
  countedUntil: Date
  /** They contain every state that was committed by then, and changed before this; null before the first such count. */
  settledUntil: Date | null
  /** `rollupOrder` lacks the orders of the days before this one; null once it counts all. */
  ordersFrom: Day | null
}
