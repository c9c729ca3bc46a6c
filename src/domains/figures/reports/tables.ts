import type { Generated } from 'kysely'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import type { ReportType } from './contract/vocabulary.ts'

/** Hits within ten seconds of an hour that is still open. Hours are summed from these slices. */
export interface RollupSliceTable {
  publisherId: bigint
  slice: Date
  siteId: bigint
  advertiserId: bigint
  verdict: Verdict
  hits: bigint
}

/** The figures of the transactions of some clicks. Money in 1/10,000 USD. */
interface OrderSums {
  /** Excludes cancelled transactions, as do `orderValue` and `commission`. */
  transactions: bigint
  cancelledTransactions: bigint
  orderValue: bigint
  commission: bigint
  confirmedTransactions: Generated<bigint>
  confirmedOrderValue: Generated<bigint>
  confirmedCommission: Generated<bigint>
  /** Of the confirmed ones; an order has no fee before. */
  fee: Generated<bigint>
}

/** Hits by verdict and the transactions of those clicks, for one UTC hour of the click. */
export interface RollupHourTable extends OrderSums {
  publisherId: bigint
  hour: Date
  siteId: bigint
  advertiserId: bigint
  hits: bigint
  payable: bigint
  bot: bigint
  prefetch: bigint
  head: bigint
  notNavigation: bigint
  suspended: bigint
  accountClosed: bigint
  noConsent: bigint
  notJoined: bigint
  programPaused: Generated<bigint>
  programClosed: bigint
  inactiveSite: bigint
  unknownSite: bigint
  unknownAdvertiser: bigint
  invalidUrl: bigint
}

/** The same by UTC day of the click, without the verdicts; `clicks` are the payable hits. */
export interface RollupDayTable extends OrderSums {
  publisherId: bigint
  day: string
  siteId: bigint
  advertiserId: bigint
  hits: bigint
  clicks: bigint
}

/** Days summed over the sites of a publisher, for the reports of advertisers. */
export interface RollupAdvertiserTable extends OrderSums {
  publisherId: bigint
  advertiserId: bigint
  day: string
  clicks: bigint
}

/** The same over all publishers of an advertiser. */
export type RollupAdvertiserTotalTable = Omit<RollupAdvertiserTable, 'publisherId'>

/** Days summed for each type of report: one row per site, one per advertiser and, by date, one for the day. */
export interface RollupReportTable {
  publisherId: bigint
  type: ReportType
  day: string
  /** The site or the advertiser; 0 by date. */
  groupId: bigint
  clicks: bigint
  transactions: bigint
  commission: bigint
}

/** Payable clicks with their transactions by slot, UTC day of the click, advertiser, site and sub id. */
export interface RollupSubIdTable {
  publisherId: bigint
  slot: number
  day: string
  advertiserId: bigint
  siteId: bigint
  /** Empty in the row that sums up the sub ids beyond `MAX_SUB_IDS`. */
  subId: string
  clicks: bigint
  transactions: bigint
  commission: bigint
}

/** The roll-ups contain everything that happened before `rebuiltUntil`. */
export interface RollupProgressTable {
  /** `rollups` for the hours and what is summed from them, `sub_ids` for the roll-up of sub ids. */
  name: string
  rebuiltUntil: Date
}

/** An advertiser whose orders per click are outside their band, or that has no clicks, and whose team was told. */
export interface TrackingAlertTable {
  advertiserId: bigint
  state: 'below' | 'above' | 'silent'
  since: Date
}

/** The tables that this domain owns. */
export interface ReportTables {
  rollupSlice: RollupSliceTable
  rollupHour: RollupHourTable
  rollupDay: RollupDayTable
  rollupAdvertiser: RollupAdvertiserTable
  rollupAdvertiserTotal: RollupAdvertiserTotalTable
  rollupReport: RollupReportTable
  rollupSubId: RollupSubIdTable
  rollupProgress: RollupProgressTable
  trackingAlert: TrackingAlertTable
}
