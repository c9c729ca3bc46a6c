import { sql } from 'kysely'
import { buildBalanceCheck, postingSides, sumOf } from '#domains/books/ledger/queries.ts'
import { FEE_INCOME, NETWORK_LAPSED, PUBLISHER_PAYABLE, PUBLISHER_WITHHELD } from '#domains/books/ledger/rules.ts'
import { buildComparison, buildDuplicateCheck } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'

/** Compares each forfeiture with its entry. */
const FORFEITURE_CHECK = buildComparison({
  kind: 'entry of a forfeiture',
  key: ['publisher_id', 'forfeiture_id'],
  place: sql`format('entry of forfeiture %s of publisher %s', forfeiture_id, publisher_id)`,
  columns: ['forfeiture_id', 'event', 'payable', 'fee', 'withheld', 'lapsed'],
  expected: sql`
    SELECT publisher_id, id AS forfeiture_id, CASE kind WHEN 'retained' THEN '1 retention' ELSE '1 lapse' END AS event,
      -amount AS payable, fee_amount AS fee, CASE kind WHEN 'retained' THEN amount - fee_amount ELSE 0 END AS withheld,
      CASE kind WHEN 'lapsed' THEN amount ELSE 0 END AS lapsed
    FROM forfeiture`,
  found: sql`
    SELECT e.publisher_id, e.source_id AS forfeiture_id,
      string_agg(DISTINCT e.sequence || ' ' || e.kind, ', ') AS event, ${sumOf(PUBLISHER_PAYABLE)} AS payable,
      ${sumOf(FEE_INCOME)} AS fee, ${sumOf(PUBLISHER_WITHHELD)} AS withheld,
      ${sumOf(NETWORK_LAPSED)} AS lapsed
    FROM entry AS e
    LEFT JOIN (${postingSides}) AS side ON side.publisher_id = e.publisher_id AND side.entry_id = e.id
    WHERE e.source_kind = 'forfeiture' GROUP BY 1, 2`,
})

/**
 * What is payable to a publisher is the sum of its statement lines, less what approved payouts and forfeitures took:
 * nothing is created or lost between the lines and the money.
 */
const PAYABLE_CHECK = buildBalanceCheck({
  kind: 'payable balance',
  place: 'payable to publisher %s',
  stored: sql`account = ${sql.lit(PUBLISHER_PAYABLE)}`,
  said: sql`
    SELECT publisher_id, amount FROM statement_line
    UNION ALL SELECT publisher_id, -(amount + fee_amount) FROM payout WHERE status IN ('approved', 'exported', 'paid')
    UNION ALL SELECT publisher_id, -amount FROM forfeiture`,
})

/** The checks of forfeited balances, and that what is payable is what lines, payouts and forfeitures say. */
export const BALANCE_CHECKS: readonly Check[] = [
  FORFEITURE_CHECK,
  PAYABLE_CHECK,
  buildDuplicateCheck('forfeiture', ['publisher_id', 'id']),
]
