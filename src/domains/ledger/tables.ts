/**
 * One event of money. `subjectKind` and `subjectId` say what it is about; `sequence` tells apart several events of one
 * subject.
 */
export interface EntryTable {
  publisherId: bigint
  id: string
  kind: 'confirmation' | 'reversal'
  subjectKind: string
  subjectId: string
  sequence: number
  postedAt: Date
}

/** One leg of an entry; the legs of an entry sum to zero per currency. */
export interface PostingTable {
  publisherId: bigint
  entryId: string
  leg: number
  account: string
  currency: string
  amount: bigint
}

/** The sum of an account's postings, kept in the same transaction. */
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
