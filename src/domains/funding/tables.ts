import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { BillingMode, DepositKind } from './rules.ts'

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

/** How an advertiser pays, and which warnings about its funds hold. */
export interface AdvertiserBillingTable {
  advertiserId: bigint
  mode: Generated<BillingMode>
  /** In 1/10,000 USD; zero unless it pays later. */
  creditLimit: Generated<bigint>
  /** The most that was free of funds and credit, less what was owed, since the last deposit, refund or new limit. */
  capacity: Generated<bigint>
  warnedAt: Date | null
  usedUpAt: Date | null
  noJoinsFrom: Date | null
  closedFrom: Date | null
  /** Since when it pays later; orders that were decided before stand in no invoice. Null while it pays in advance. */
  invoicedFrom: Date | null
}

/** The tables that this domain owns. */
export interface FundingTables {
  deposit: DepositTable
  advertiserBilling: AdvertiserBillingTable
}
