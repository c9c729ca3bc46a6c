/**
 * One event in the ledger. `sourceKind` and `sourceId` name its cause; `sequence` distinguishes several entries of one
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

/** One line of an entry. It moves a positive amount from one ledger account to another. */
export interface PostingTable {
  publisherId: bigint
  entryId: string
  lineNo: number
  fromAccount: string
  toAccount: string
  currency: string
  amount: bigint
}

/** The sum of postings to a ledger account less postings from it, updated in the transaction of each posting. */
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
