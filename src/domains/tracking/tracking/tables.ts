import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { Device } from './contract.ts'
import type { Verdict } from './rules/verdict.ts'

/** One hit on a tracking link. An id column holds 0 when the id is unknown; `id` encodes the time `clickedAt`. */
export interface ClickTable {
  publisherId: bigint
  id: string
  clickedAt: Date
  siteId: bigint
  advertiserId: bigint
  termsId: bigint
  verdict: Verdict
  sub1: string | null
  sub2: string | null
  sub3: string | null
  sub4: string | null
  sub5: string | null
  destination: string | null
  referrer: string | null
  userAgent: string | null
  ipPrefix: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  device: Device | null
  /** The promotion that the link names, unchecked. */
  promotionId: bigint | null
  /** The short link that the visitor followed. */
  linkId: bigint | null
}

/** A row of the table `click`. It is written once and never changed. */
export type Click = Readonly<ClickTable>

/** An hour that received late clicks, so its roll-ups have to be rebuilt. */
export interface ClickHourLateTable {
  hour: Date
  markedAt: Date
}

/** A link that a publisher made, with its normalised destination; a sub id that was not given is empty. */
export interface CustomLinkTable {
  id: Generated<bigint>
  publisherId: bigint
  siteId: bigint
  destination: string
  sub1: string
  sub2: string
  sub3: string
  sub4: string
  sub5: string
  madeAt: Date
}

/** A short link. Of a deleted one, only the digest of its ending is left, which no other link gets. */
export interface ShortLinkTable {
  id: Generated<bigint>
  publisherId: bigint
  siteId: bigint
  /** SHA-256 of the ending. */
  digest: Buffer
  /** Null once the link is deleted, as is the destination. */
  ending: string | null
  destination: string | null
  sub1: Generated<string>
  sub2: Generated<string>
  sub3: Generated<string>
  sub4: Generated<string>
  sub5: Generated<string>
  madeAt: Date
  deletedAt: Date | null
}

/** Hits that were counted but not stored, because too many came from one IP prefix within the hour. */
export interface HitOverflowTable {
  hour: Date
  verdict: Verdict
  worker: number
  hits: bigint
}

/** A month whose clicks were rewritten without user agent, referrer and IP prefix. Only the owner writes here. */
export interface StrippedClickMonthTable {
  /** The first day of the month. */
  month: Day
  clicks: bigint
  strippedAt: Date
}

/** What a node said last of its spool. */
export interface SpoolReportTable {
  nodeId: string
  nodeName: string
  clicks: bigint
  /** By the clock of the database, before the clicks were counted. */
  reportedAt: Date
}

/** The tables that this domain owns. */
export interface TrackingTables {
  click: ClickTable
  customLink: CustomLinkTable
  lateClickHour: ClickHourLateTable
  hitOverflow: HitOverflowTable
  shortLink: ShortLinkTable
  spoolReport: SpoolReportTable
  strippedClickMonth: StrippedClickMonthTable
}
