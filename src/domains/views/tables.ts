import type { Generated } from 'kysely'
import type { AccountKind } from '#kernel/access.ts'
import type { ViewScope } from './rules/limits.ts'

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

/** The tables that this domain owns. */
export interface ViewTables {
  savedView: SavedViewTable
}
