import type { Generated } from 'kysely'
import type { Lapse } from '#domains/people/teams/rules.ts'

/** Where an advertiser offers its file of decisions. */
export interface DecisionSourceTable {
  advertiserId: bigint
  url: string
  mode: 'check' | 'valid'
  /** The hour of the day (UTC). */
  hour: number
  setAt: Date
  /** For whom it decides: it stops when this member may not decide any more. */
  setBy: bigint | null
  dueAt: Date
  fetchedAt: Date | null
  /** Why the last fetch failed. */
  fault: string | null
  failures: Generated<number>
  /** The file of the last fetch that succeeded. */
  fileId: string | null
  stoppedAt: Date | null
  /** Null while it has not stopped. */
  stopReason: Lapse | null
}

/** The tables that this domain owns. */
export interface DecisionSourceTables {
  decisionSource: DecisionSourceTable
}
