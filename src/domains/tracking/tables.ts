import type { Verdict } from './contract.ts'

/** One hit on a tracking link. The id columns hold 0 where nothing is known; `clickedAt` is the instant inside `id`. */
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
}

/** A click as it is written: once, and never changed. */
export type Click = Readonly<ClickTable>

/** An hour that has received clicks after the fact, so that its roll-ups are rebuilt once more. */
export interface ClickHourLateTable {
  hour: Date
  markedAt: Date
}

/** The tables that this domain owns. */
export interface TrackingTables {
  click: ClickTable
  lateClickHour: ClickHourLateTable
}
