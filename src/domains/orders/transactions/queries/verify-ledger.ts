import type { Db } from '#database'
import { LEDGER_CHECKS } from '#domains/books/ledger/queries.ts'
import { AUDIT_CHECKS } from '#platform/server/audit/audit-seal.ts'
import { verifyTables } from '#platform/server/database/database-check.ts'
import type { CheckResult, SharedTable } from '#platform/server/database/database-check.ts'
import { COVER_CHECKS, COVER_KEY_CHECKS } from './verify-cover.ts'
import { DECIDED } from './decided.ts'
import { ACCOUNT_MOVES, ENTRY_SUMS, ENTRY_SUM_CHECKS } from './entry-sums.ts'
import { DECISION_CHECKS, DECISION_KEY_CHECKS } from './verify-decisions.ts'
import { UNPROVEN_ENTRIES, UNPROVEN_SOURCES } from './plain-orders.ts'
import { EXCHANGE_CHECKS } from './verify-exchange.ts'
import { ITEM_CHECKS } from './verify-items.ts'
import { ORDER_CHECKS } from './verify-orders.ts'
import { POSTBACK_CHECKS } from './verify-postbacks.ts'
import { STATUS_COUNT_CHECKS, STATUS_SUMS } from './verify-status-counts.ts'

/** What follows from the decisions: states, entries and what these move. These checks read `ENTRY_TABLES`. */
export const ENTRY_CHECKS = [...ENTRY_SUM_CHECKS, ...DECISION_CHECKS, ...COVER_CHECKS]
/** The tables of `ENTRY_CHECKS`. What `UNPROVEN_SOURCES` leaves out is proven by it. */
export const ENTRY_TABLES: readonly SharedTable[] = [
  ACCOUNT_MOVES,
  UNPROVEN_SOURCES,
  UNPROVEN_ENTRIES,
  ENTRY_SUMS,
  DECIDED,
]

/** The other checks, about as much work. */
const RECORD_CHECKS = [
  ...COVER_KEY_CHECKS,
  ...DECISION_KEY_CHECKS,
  ...LEDGER_CHECKS,
  ...ORDER_CHECKS,
  ...ITEM_CHECKS,
  ...POSTBACK_CHECKS,
  ...EXCHANGE_CHECKS,
  ...STATUS_COUNT_CHECKS,
  ...AUDIT_CHECKS,
]

/**
 * Verifies that the ledger is consistent and agrees with the transactions, and these with their clicks, terms,
 * postbacks and decisions, and that the audit trail is as it was sealed. Reads one snapshot, so it may run while the
 * network serves. Answers the checks that found a difference; the list is empty if there is none. Amounts are in
 * 1/10,000 of the currency unit.
 */
export function verifyLedger(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, [...RECORD_CHECKS, ...ENTRY_CHECKS], [...ENTRY_TABLES, STATUS_SUMS])
}

/** The part of `verifyLedger` about decisions and covers, states and what entries move, on a snapshot of its own. */
export function verifyEntries(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, ENTRY_CHECKS, ENTRY_TABLES)
}

/** The rest of `verifyLedger`, on a snapshot of its own. */
export function verifyRecords(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, RECORD_CHECKS, [STATUS_SUMS])
}
