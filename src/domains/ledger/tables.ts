/**
 * One event of money. `sourceKind` and `sourceId` say what caused it; `sequence` tells apart several events of one
 * source.
 */
export interface EntryTable {
  publisherId: bigint
  id: string
  kind: 'confirmation' | 'reversal'
  sourceKind: string
  sourceId: string
  sequence: number
  postedAt: Date
}

/** One line of an entry: a positive amount that moves from one ledger account to another. */
export interface PostingTable {
  publisherId: bigint
  entryId: string
  lineNo: number
  fromAccount: string
  toAccount: string
  currency: string
  amount: bigint
}

/** What was moved to a ledger account less what was moved from it, kept in the same transaction. */
export interface BalanceTable {
  publisherId: bigint
  account: string
  currency: string
  amount: bigint
}

/** The tables that this domain owns. */
export interface LedgerTables {
  entry: EntryTable
  posting: PostingTable
  balance: BalanceTable
}
