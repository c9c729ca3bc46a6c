import type { JSONColumnType } from 'kysely'
import type { Day } from '#kernel/days.ts'

/** The differences of one kind. */
interface KeptResult {
  kind: string
  count: number
  listed: { place: string; expected: string; found: string }[]
}

/** What the check of the ledger found, of each UTC day the last time. */
export interface LedgerCheckTable {
  day: Day
  startedAt: Date
  tookMs: number
  differenceCount: number
  /** By kind: all differences are counted, the first of them listed. */
  results: JSONColumnType<KeptResult[]>
}

/** The tables that this domain owns. */
export interface CheckTables {
  ledgerCheck: LedgerCheckTable
}
