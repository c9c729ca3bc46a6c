import type { Generated, JSONColumnType } from 'kysely'
import type { AccountKind } from '#kernel/access.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import type { ViewScope } from './rules/limits.ts'
import type { EndReason, Rhythmic } from './rules/schedule.ts'

/** The filters, the sort order and the columns of a list under a name. */
export interface SavedViewTable {
  id: Generated<bigint>
  accountId: bigint
  list: string
  name: string
  /** The search of the address, without a page. */
  query: string
  scope: ViewScope
  /** Set for the scope `role` only. */
  role: AccountKind | null
  /** The organisation; both are null for operators. */
  publisherId: bigint | null
  advertiserId: bigint | null
  isPinned: boolean
  savedAt: Date
  /** A deleted view can be restored for a day. */
  deletedAt: Date | null
}

/** When an account is mailed a view. */
export interface ViewScheduleTable extends Rhythmic {
  accountId: bigint
  viewId: bigint
  /** The advertiser whose figures are mailed. */
  advertiserId: bigint
  /** A secret in each of its mails, whose only use is to end it; a mail holds it, so it is stored as it is. */
  token: string
  createdAt: Date
  /** Null once it has ended by itself, for `endReason`. */
  dueAt: Date | null
  mailedAt: Date | null
  /** Why the last attempt made no mail. */
  fault: JSONColumnType<CodedError> | null
  endReason: EndReason | null
}

/** The tables that this domain owns. */
export interface ViewTables {
  viewSchedule: ViewScheduleTable
  savedView: SavedViewTable
}
