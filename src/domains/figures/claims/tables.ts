import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type {
  AnswerFacts,
  ClaimActor,
  ClaimAnswer,
  ClaimEventKind,
  ClaimOrigin,
  ClaimStatus,
  EvidenceClock,
  RefusalReason,
} from './rules.ts'

/** What a publisher says about an order that is missing, and where that stands. */
export interface ClaimTable extends EvidenceClock {
  id: string
  publisherId: bigint
  advertiserId: bigint
  /** The site to which the order is credited. */
  siteId: bigint
  orderRef: string
  event: string
  orderedOn: Day
  /** Null for an order without a value. */
  amount: bigint | null
  currency: string
  /** What the order would earn in 1/10,000 USD; null without an exchange rate. */
  commission: bigint | null
  /** The hit that the publisher names. */
  clickId: string | null
  origin: ClaimOrigin
  filedAt: Date
  status: ClaimStatus
  answer: ClaimAnswer
  answerFacts: JSONColumnType<AnswerFacts>
  /** When it is decided for the publisher; null unless it waits. */
  dueAt: Date | null
  insistedAt: Date | null
  decidedAt: Date | null
  transactionId: string | null
  /** The number of its last event. */
  sequence: number
}

/** Something that happened to a claim. */
export interface ClaimEventTable {
  claimId: string
  sequence: number
  kind: ClaimEventKind
  actedAs: ClaimActor
  actedBy: bigint | null
  happenedAt: Date
  note: Generated<string>
  reason: RefusalReason | null
  answer: ClaimAnswer | null
  answerFacts: ColumnType<AnswerFacts | null, string | null, string | null>
  /** The order value that was accepted, if it differs from the claimed one. */
  amount: bigint | null
  fileId: string | null
}

/** The tables that this domain owns. */
export interface ClaimTables {
  claim: ClaimTable
  claimEvent: ClaimEventTable
}
