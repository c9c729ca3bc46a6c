import type { Day } from '#kernel/days.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

/** The time that each count of statuses covers again, for states that were committed late. */
export const STATUS_OVERLAP_MS = 300_000

/** Number and sums of transactions of one day (UTC) and status at the last count. */
export interface StatusCount {
  day: Day
  status: TransactionStatus
  transactions: bigint
  orderValue: bigint
  commission: bigint
}
