import type { Db } from '#database'
import { LEDGER_CHECKS } from '#domains/books/ledger/queries.ts'
import { AUDIT_CHECKS } from '#platform/server/audit/audit-seal.ts'
import { verifyTables } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'
import { DECISION_CHECKS } from './verify-decisions.ts'
import { ENTRY_CHECKS } from './verify-entries.ts'
import { EXCHANGE_CHECKS } from './verify-exchange.ts'
import { ITEM_CHECKS } from './verify-items.ts'
import { ORDER_CHECKS } from './verify-orders.ts'
import { POSTBACK_CHECKS } from './verify-postbacks.ts'
import { STATUS_COUNT_CHECKS } from './verify-status-counts.ts'

const CHECKS = [
  ...LEDGER_CHECKS,
  ...ENTRY_CHECKS,
  ...DECISION_CHECKS,
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
  return verifyTables(db, CHECKS)
}
