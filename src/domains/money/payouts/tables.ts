import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type {
  ExclusionReason,
  ForfeitureKind,
  PayoutMethod,
  PayoutStatus,
  RunStatus,
  SettledStatus,
} from './contract/vocabulary.ts'

/** The id is the publisher's. The PayPal e-mail is part of the publisher's profile. */
export interface PaymentDetailTable {
  id: bigint
  /** In 1/10,000 USD. */
  thresholdAmount: Generated<bigint>
  billingEmail: Generated<string>
  /** `BankAccount` as sealed JSON. */
  bankSealed: Buffer | null
  /** When the PayPal e-mail or the bank account last changed. */
  destinationChangedAt: Date | null
}

/** A document that pays publishers what became payable before the end of a UTC month. */
export interface PayoutRunTable {
  id: string
  /** The first day of the month. */
  month: Day
  status: RunStatus
  /** The publisher that the present step has reached; null when the step is done. */
  progressPublisherId: bigint | null
  /** Why a draft is being emptied; null while it is not. */
  emptiedFor: Generated<'compute' | 'discard' | null>
  includedCount: Generated<number>
  excludedCount: Generated<number>
  /** The sum of its payouts in 1/10,000 USD. */
  amount: Generated<bigint>
  /** Who made it or computed it last; null for a draft of the schedule. */
  madeBy: bigint | null
  madeAt: Date
  /** When the draft was last computed; null while it is being computed. */
  computedAt: Date | null
  approvedBy: bigint | null
  approvedAt: Date | null
  exportedAt: Date | null
  /** When no payout was open any more. */
  settledAt: Date | null
  closedAt: Date | null
}

/** A month whose run the schedule has drafted. */
export interface ScheduledRunTable {
  /** The first day of the month. */
  month: Day
  runId: string
  draftedAt: Date
}

/** What a run pays to one publisher. Amounts are in 1/10,000 USD: lines + carried = amount + fee + rest. */
export interface PayoutTable {
  publisherId: bigint
  id: string
  runId: string
  status: PayoutStatus
  /** The sum of its statement lines. */
  linesAmount: bigint
  /** What earlier payouts did not pay of their lines; below zero where one of them was returned. */
  carriedAmount: bigint
  /** In whole cents. */
  amount: bigint
  /** What the network keeps of a small balance after the account was closed. */
  feeAmount: Generated<bigint>
  /** Less than a cent; stays payable. */
  restAmount: bigint
  lineCount: number
  method: PayoutMethod
  /** The end of the account number, or the masked PayPal e-mail. */
  destinationHint: string
  /** What the bank or PayPal calls the payment. */
  reference: string | null
  /** The UTC day on which it was paid or failed. */
  settledOn: Day | null
  returnedOn: Day | null
  /** Why it failed or came back. */
  reason: string | null
  changedAt: Date
}

/** Where the money of a payout goes: `PayoutDestination` as sealed JSON, from the draft on. */
export interface PayoutDestinationTable {
  payoutId: string
  destinationSealed: Buffer
}

/** A publisher with something payable whom a run does not pay. */
export interface PayoutExclusionTable {
  publisherId: bigint
  runId: string
  reason: ExclusionReason
  /** In 1/10,000 USD. */
  amount: bigint
}

/** The number of a paid payout and the legal data of its publisher at that time. */
export interface StatementTable {
  publisherId: bigint
  /** Counts the statements of the publisher from 1, without gaps. */
  number: number
  payoutId: string
  issuedAt: Date
  legalName: string
  address: string
  zipCode: string
  /** An ISO 3166 code, or empty. */
  country: string
  vatId: string
  selfBillingVersion: string | null
}

/** The last number of the statements of a publisher. */
export interface StatementCounterTable {
  publisherId: bigint
  lastNumber: number
}

/** A state of a payout about which the publisher was mailed. */
export interface PayoutNoticeTable {
  publisherId: bigint
  payoutId: string
  status: 'approved' | SettledStatus
}

/** A UTC day about whose decided orders the publisher was mailed. */
export interface DecisionDigestTable {
  publisherId: bigint
  day: Day
}

/** A balance that a publisher no longer gets. Amounts are in 1/10,000 USD: lines + carried = amount. */
export interface ForfeitureTable {
  publisherId: bigint
  id: string
  kind: ForfeitureKind
  linesAmount: bigint
  /** What earlier payouts did not pay of their lines. */
  carriedAmount: bigint
  amount: bigint
  /** The part of the amount that is the fee after closing. */
  feeAmount: bigint
  lineCount: number
  madeAt: Date
}

/** What a publisher was told about the lapse of its balance since its last activity. */
export interface LapseWarningTable {
  publisherId: bigint
  lastActiveOn: Day
  lapsesOn: Day
  warnedAt: Date
  warnedAgainAt: Date | null
}

/** The tables that this domain owns. */
export interface PayoutTables {
  paymentDetail: PaymentDetailTable
  payoutRun: PayoutRunTable
  scheduledRun: ScheduledRunTable
  payout: PayoutTable
  payoutDestination: PayoutDestinationTable
  payoutExclusion: PayoutExclusionTable
  statement: StatementTable
  statementCounter: StatementCounterTable
  payoutNotice: PayoutNoticeTable
  forfeiture: ForfeitureTable
  lapseWarning: LapseWarningTable
  decisionDigest: DecisionDigestTable
}
