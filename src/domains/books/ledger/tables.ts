import type { Day } from '#kernel/days.ts'

/** The business events that have entries; `docs/ledger.md` shows the postings of each. */
export type EntryKind =
  | 'confirmation'
  | 'reversal'
  | 'amendment'
  | 'cover'
  | 'deposit'
  | 'refund'
  | 'payout_approval'
  | 'payout_settlement'
  | 'payout_failure'
  | 'payout_return'
  | 'retention'
  | 'lapse'

/**
 * One event in the ledger. `sourceKind` and `sourceId` name its cause; `sequence` distinguishes several entries of one
 * source.
 */
export interface EntryTable {
  publisherId: bigint
  id: string
  kind: EntryKind
  sourceKind: string
  sourceId: string
  sequence: number
  postedAt: Date
}

/** One line of an entry. It debits `fromAccount` and credits `toAccount` with a positive amount. */
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

/**
 * What moved the funds of an advertiser in a month (UTC) for the orders of a publisher, updated in the transaction of
 * each posting. Deposits and refunds stand under publisher 0.
 */
export interface FundsMonthTable {
  publisherId: bigint
  advertiserId: bigint
  /** The first day. */
  month: Day
  deposits: bigint
  refunds: bigint
  /** Those that covered an order or brought back what had. */
  entries: bigint
  /** Those that were covered. */
  orders: bigint
  /** What covered orders, less what came back. */
  used: bigint
  /** The part of `used` that became payable. */
  commission: bigint
}

/**
 * A change of what is payable to a publisher for a transaction: covered commission, or a negative one that a later
 * decision takes back. `payoutId` names the payout that contains it, from its draft on, or the forfeiture.
 */
export interface StatementLineTable {
  publisherId: bigint
  /** The entry that made it payable. */
  entryId: string
  transactionId: string
  /** In 1/10,000 USD; not zero. */
  amount: bigint
  payableAt: Date
  payoutId: string | null
}

/** The tables that this domain owns. */
export interface LedgerTables {
  statementLine: StatementLineTable
  entry: EntryTable
  posting: PostingTable
  balance: BalanceTable
  fundsMonth: FundsMonthTable
}
