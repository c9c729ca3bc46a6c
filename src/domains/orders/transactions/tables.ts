import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import type {
  Attribution,
  CancelReason,
  CustomerStatus,
  Decider,
  DecisionAction,
  HoldReason,
  PostbackChannel,
  PostbackReason,
  PostbackResult,
  RecordedRemark,
  TransactionStatus,
} from './contract/vocabulary.ts'
import type { DecisionCells, FileFigures, FileMode, FileStatus, KeptOutcome, RowError } from './rules/decision-file.ts'
import type { KeptConfirmation, KeptDecision } from './rules/kept-decision.ts'
import type { ItemRow, OrderItem } from './rules/order-items.ts'
import type { ReasonAlias } from './rules/reason-aliases.ts'
import type { StoredText, TextProgress } from './rules/search-text.ts'
import type { OrderCount, StatusCount, StatusProgress } from './rules/status-counts.ts'

export interface TransactionTable extends Record<'sub1' | 'sub2' | 'sub3' | 'sub4' | 'sub5', string | null> {
  publisherId: bigint
  id: string
  advertiserId: bigint
  siteId: bigint
  termsId: bigint
  /** The rule of the terms that decided its rate, as in `PricedWorth`. */
  ruleNo: Generated<number>
  /** Null for an order by coupon, and by claim unless the click was found. */
  clickId: string | null
  /** The day on which reports count the order: the time of the click, by coupon and by claim the time of the order. */
  clickedAt: Date
  attribution: GeneratedAlways<Attribution>
  /** The claim that reported the order. */
  claimId: Generated<string | null>
  /** The promotion that the link of the click names, unchecked. */
  promotionId: bigint | null
  sourcePage: string | null
  orderRef: string
  event: string
  /** As it was reported, in `currency`; the commission is in `commissionCurrency`. */
  orderValue: bigint
  commission: bigint
  currency: string
  commissionCurrency: Generated<string>
  coupon: string | null
  customerStatus: CustomerStatus | null
  /** The regions of the domain to which the click led: null if they were not known, empty if it led to none. */
  regions: string[] | null
  channel: 'server' | 'pixel' | 'claim'
  transactionAt: Date
  recordedAt: Date
}

/** A part of an order: as it was reported (`sequence` 0), or as the amendment of that number leaves it. */
export interface TransactionItemTable extends OrderItem {
  publisherId: bigint
  transactionId: string
  sequence: number
  lineNo: number
}

export interface TransactionKeyTable {
  advertiserId: bigint
  orderRef: string
  event: string
  publisherId: bigint
  transactionId: string
}

export interface TransactionDecisionTable {
  publisherId: bigint
  transactionId: string
  sequence: number
  action: DecisionAction
  decidedAs: Decider
  /** The status after the decision. */
  status: TransactionStatus
  /** Why it was cancelled or amended. */
  reasonCode: CancelReason | null
  /** Why it is held or extended. */
  holdReason: HoldReason | null
  /** The end of an extension, or of a hold that has one. */
  dueAt: Date | null
  /** What the order is worth in USD after the decision; null without a rate. `fee` is zero unless it is confirmed. */
  orderValue: bigint | null
  commission: bigint | null
  fee: bigint
  /** The same in the currencies of order and commission; null for an order in USD. */
  ownOrderValue: bigint | null
  ownCommission: bigint | null
  note: string
  decidedBy: bigint | null
  keyId: bigint | null
  decidedAt: Date
  evidence: string | null
  /** A stored file, which goes with the account that uploaded it. */
  evidenceFileId: string | null
  customerStatus: CustomerStatus | null
  shippedAt: Date | null
  /** When the advertiser expects to decide an order that it holds. */
  expectedAt: Date | null
}

/**
 * The current state of a transaction. The statement that records the order writes it, and so does each decision.
 * `sequence` is the number of the last decision, 0 before the first.
 */
export interface TransactionStateTable {
  publisherId: bigint
  transactionId: string
  advertiserId: bigint
  transactionAt: Date
  changedAt: Date
  decidedAt: Date | null
  decidedBy: bigint | null
  /** In USD; null while the currency of the order has no rate. */
  orderValue: bigint | null
  commission: bigint | null
  sequence: number
  status: TransactionStatus
  currency: string
  /** What it is worth in the currencies of order and commission; null for an order in USD. */
  ownOrderValue: bigint | null
  ownCommission: bigint | null
  /** The exchange rate that was used; null for an order in USD and without a rate. */
  rateId: bigint | null
  /** Why it is cancelled. */
  reasonCode: CancelReason | null
  /** The fee of the network in USD, as the amounts below; zero unless it is confirmed. */
  fee: Generated<bigint>
  /** What the advertiser has covered of `commission` and `fee`. */
  coveredCommission: Generated<bigint>
  coveredFee: Generated<bigint>
  /** The time of the confirmation; null unless it is confirmed. */
  confirmedAt: Date | null
  /** When the whole was last covered. */
  coveredAt: Date | null
  /** Why it does not decide itself; null while it is not held. */
  holdReason: HoldReason | null
  /** When it decides itself after an extension; null for the end of its validation period. */
  dueAt: Date | null
  extensions: Generated<number>
}

export interface PostbackTable {
  advertiserId: bigint
  id: string
  receivedAt: Date
  channel: PostbackChannel
  result: PostbackResult
  reason: PostbackReason | null
  publisherId: bigint | null
  transactionId: string | null
  /** The order of a postback with a transaction. All three are null in one without. */
  orderRef: string | null
  /** Null in a repeated postback without an amount; a recorded one has 0 then. */
  amount: bigint | null
  /** Null in a repeated postback without a currency; a recorded one has the currency of the terms then. */
  currency: string | null
}

/** What a postback sent. A job drops old months, so old postbacks have no such row. */
export interface PostbackParametersTable {
  advertiserId: bigint
  postbackId: string
  receivedAt: Date
  parameters: JSONColumnType<Record<string, string>>
}

/** Leads from an order to a postback that names it and was rejected or accepted, so that it recorded nothing. */
export interface UnrecordedPostbackTable {
  advertiserId: bigint
  orderRef: string
  postbackId: string
  /** The publisher of the click that the postback names; null when it names no genuine click. */
  publisherId: bigint | null
}

/** An accepted order whose click was newer than the clock. The job that decides it deletes the row. */
export interface WaitingOrderTable {
  advertiserId: bigint
  orderRef: string
  event: string
  /** The place among the waiting orders of the advertiser, 1 to `MAX_WAITING_ORDERS`. */
  position: number
  publisherId: bigint
  clickId: string
  clickedAt: Date
  /** Null if the postback has none. */
  amount: bigint | null
  currency: string | null
  coupon: string | null
  customerStatus: CustomerStatus | null
  items: JSONColumnType<ItemRow[], string | undefined>
  remark: RecordedRemark | null
  channel: PostbackChannel
  parameters: JSONColumnType<Record<string, string>>
  receivedAt: Date
  decisions: JSONColumnType<KeptDecision[], string | undefined>
}

/** A checked order with a test click. Without `reason` it passed; the other columns say what it would earn. */
export interface TestOrderTable {
  advertiserId: bigint
  id: string
  receivedAt: Date
  channel: PostbackChannel
  parameters: JSONColumnType<Record<string, string>>
  reason: PostbackReason | null
  orderValue: bigint | null
  commission: bigint | null
  currency: string | null
  commissionCurrency: string | null
  termsVersion: number | null
}

/** An advertiser's decisions on many orders, which a job checks and makes. A program sends and asks by an API key. */
export interface DecisionFileTable {
  id: string
  advertiserId: bigint
  name: string
  format: 'csv' | 'json'
  source: Generated<'file' | 'selection' | 'filter'>
  /** A file that supports each of its decisions. */
  evidenceFileId: Generated<string | null>
  failures: Generated<number>
  hash: Buffer
  status: FileStatus
  mode: FileMode
  lineCount: number
  /** How many lines the present step has done, and the last of them in the file. */
  doneCount: Generated<number>
  doneLine: Generated<number>
  figures: JSONColumnType<FileFigures> | null
  sentBy: bigint | null
  sentKey: bigint | null
  sentAt: Date
  askedBy: bigint | null
  askedKey: bigint | null
  askedAt: Date
  decidedAt: Date | null
  reversedAt: Date | null
  reversalNote: string | null
  /** When its last step ended; null while one waits or is under way. */
  endedAt: Date | null
}

/** A line of such a file and what came of it. */
export interface DecisionFileRowTable extends KeptOutcome {
  fileId: string
  line: number
  cells: JSONColumnType<DecisionCells>
  textError: JSONColumnType<RowError> | null
  /** The line that decides the order of which it names a part. */
  partOf: number | null
  error: JSONColumnType<RowError> | null
  isFirst: Generated<boolean>
  reversalError: JSONColumnType<CodedError> | null
}

/** The counts of each advertiser. */
export type RollupStatusTable = StatusCount & { advertiserId: bigint }

/** The tables that this domain owns. */
export interface TransactionTables {
  transaction: TransactionTable
  transactionItem: TransactionItemTable
  transactionKey: TransactionKeyTable
  transactionDecision: TransactionDecisionTable
  transactionState: TransactionStateTable
  decisionFile: DecisionFileTable
  decisionFileRow: DecisionFileRowTable
  reasonAlias: ReasonAlias & { advertiserId: bigint }
  postback: PostbackTable
  postbackParameters: PostbackParametersTable
  unrecordedPostback: UnrecordedPostbackTable
  waitingOrder: WaitingOrderTable
  keptConfirmation: KeptConfirmation & { decision: JSONColumnType<KeptDecision> }
  testOrder: TestOrderTable
  rollupStatus: RollupStatusTable
  rollupPublisherStatus: StatusCount & { publisherId: bigint }
  /** The orders of a publisher at an advertiser on a day. */
  rollupRelationship: Record<'publisherId' | 'advertiserId' | 'pending' | 'confirmed' | 'cancelled', bigint> & {
    day: Day
  }
  /** The decided orders by the day of the order and, beside it, that of the last decision. */
  rollupCohort: RollupStatusTable & { decidedOn: Day }
  /** The orders by the day of the order and what they say of themselves. */
  rollupOrder: OrderCount
  rollupStatusProgress: StatusProgress
  transactionText: StoredText
  transactionTextProgress: TextProgress
}
