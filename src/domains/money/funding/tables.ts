import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { BillingMode, DepositKind, ToldLevel } from './rules.ts'

/** Money from an advertiser, or back to it. The reference names the transfer, once per advertiser and kind. */
export interface DepositTable {
  id: string
  advertiserId: bigint
  kind: DepositKind
  /** In 1/10,000 USD; above zero. */
  amount: bigint
  /** The UTC day on which the money came or went. */
  movedOn: Day
  reference: string
  recordedBy: bigint | null
  recordedAt: Date
}

/** An invoice that the text of a deposit or a refund names. The number may be of no invoice of the advertiser. */
export interface DepositInvoiceTable {
  depositId: string
  invoiceNumber: number
}

/** How an advertiser pays, and which warnings about its funds hold. */
export interface AdvertiserBillingTable {
  advertiserId: bigint
  mode: Generated<BillingMode>
  /** In 1/10,000 USD; zero unless it pays later. */
  creditLimit: Generated<bigint>
  /** The most that was free of funds and credit, less what was owed, since the last deposit, refund or new limit. */
  capacity: Generated<bigint>
  /** How far the bank took payments back beyond funds and credit; zero once it is paid. */
  shortfall: Generated<bigint>
  warnedAt: Date | null
  /** True or null, by `warnedAt`: refers to the payment instructions, without which nobody is warned. */
  isWarned: ColumnType<true | null, never, never>
  usedUpAt: Date | null
  /** What was missing at `usedUpAt`, and the smallest sum that began the dates then, in 1/10,000 USD. */
  missingAtStart: bigint | null
  smallestAtStart: bigint | null
  noJoinsFrom: Date | null
  closedFrom: Date | null
}

/** A time in which an advertiser paid later. What is decided in it stands in invoices. */
export interface BillingPeriodTable {
  advertiserId: bigint
  beganAt: Date
  /**
   * Decisions since then can be invoiced: when the oldest order was confirmed that was not covered when the period
   * began, or its beginning.
   */
  owedFrom: Date
  /** Null while it pays later. */
  endedAt: Date | null
}

/** An advertiser reached a level of its funds and credit, of which the publishers of its programmes are told. */
export interface LadderNoticeTable {
  advertiserId: bigint
  level: ToldLevel
  reachedAt: Date
  /** The publisher that the mails have reached, in the order of ids; null when all are mailed. */
  progressPublisherId: Generated<bigint | null>
}

/**
 * What uses of the funds of an advertiser sum up to, in the order of the ids of their entries: those after the row
 * before, and up to `lastEntryId`. A job writes it.
 */
export interface FundsSubtotalTable {
  advertiserId: bigint
  lastEntryId: string
  /** Those that covered an order or brought back what had. */
  entries: bigint
  /** What covered orders, less what came back. */
  used: bigint
  /** The part of `used` that became payable. */
  commission: bigint
  refundEntries: bigint
  refunds: bigint
  /** The least and the most that all up to one of the entries took, with refunds; from zero at the beginning. */
  lowest: bigint
  highest: bigint
}

/** One row, from the first change on: how advertisers pay the network, as its operator says. */
export interface PaymentInstructionTable {
  isOnly: Generated<boolean>
  accountHolder: string
  /** An IBAN, or what else numbers the account, without blanks. */
  account: string
  /** The bank and its BIC; empty where the account says it. */
  bank: string
  /** What else a payer has to know; empty for nothing. */
  note: string
  /** What has to be missing before the dates of the warnings begin, in 1/10,000 USD. */
  smallestMissing: bigint
  changedAt: Date
  changedBy: bigint | null
}

/** The tables that this domain owns. */
export interface FundingTables {
  deposit: DepositTable
  depositInvoice: DepositInvoiceTable
  advertiserBilling: AdvertiserBillingTable
  billingPeriod: BillingPeriodTable
  ladderNotice: LadderNoticeTable
  fundsSubtotal: FundsSubtotalTable
  paymentInstruction: PaymentInstructionTable
}
