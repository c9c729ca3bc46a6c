import { sql } from 'kysely'
import type { Db } from '#database'
import { buildBalanceCheck, postingSides, sumOf } from '#domains/books/ledger/queries.ts'
import { FEE_INCOME, NETWORK_CASH, PUBLISHER_IN_PAYMENT, PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { buildComparison, buildDuplicateCheck, verifyTables } from '#platform/server/database/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database/database-check.ts'
import { BALANCE_CHECKS } from './verify-balances.ts'
import { STATEMENT_CHECKS } from './verify-statements.ts'

/** Compares each payout with its entries: which there are, and what they moved in sum. */
const ENTRY_CHECK = buildComparison({
  kind: 'entries of a payout',
  key: ['publisher_id', 'payout_id'],
  place: sql`format('entries of payout %s of publisher %s', payout_id, publisher_id)`,
  columns: ['payout_id', 'events', 'in_payment', 'cash', 'fee', 'payable'],
  expected: sql`
    SELECT publisher_id, id AS payout_id,
      CASE status
        WHEN 'paid' THEN '1 payout_approval, 2 payout_settlement'
        WHEN 'failed' THEN '1 payout_approval, 2 payout_failure'
        WHEN 'returned' THEN '1 payout_approval, 2 payout_settlement, 3 payout_return'
        ELSE '1 payout_approval'
      END AS events,
      CASE WHEN status IN ('approved', 'exported') THEN amount ELSE 0 END AS in_payment,
      CASE status WHEN 'paid' THEN amount ELSE 0 END AS cash,
      CASE WHEN status IN ('approved', 'exported', 'paid') THEN fee_amount ELSE 0 END AS fee,
      CASE WHEN status IN ('approved', 'exported', 'paid') THEN -(amount + fee_amount) ELSE 0 END AS payable
    FROM payout WHERE status <> 'draft'`,
  found: sql`
    SELECT e.publisher_id, e.source_id AS payout_id,
      string_agg(DISTINCT e.sequence || ' ' || e.kind, ', ' ORDER BY e.sequence || ' ' || e.kind) AS events,
      ${sumOf(PUBLISHER_IN_PAYMENT)} AS in_payment, ${sumOf(NETWORK_CASH)} AS cash, ${sumOf(FEE_INCOME)} AS fee,
      ${sumOf(PUBLISHER_PAYABLE)} AS payable
    FROM entry AS e
    LEFT JOIN (${postingSides}) AS side ON side.publisher_id = e.publisher_id AND side.entry_id = e.id
    WHERE e.source_kind = 'payout' GROUP BY 1, 2`,
})

/** Compares what is in payment with the open payouts of approved and exported runs, by publisher. */
const IN_PAYMENT_CHECK = buildBalanceCheck({
  kind: 'money in payment',
  place: 'in payment of publisher %s',
  stored: sql`account = ${sql.lit(PUBLISHER_IN_PAYMENT)}`,
  said: sql`SELECT publisher_id, amount FROM payout WHERE status IN ('approved', 'exported')`,
})

/** Compares what left the network's cash with the payouts that were paid and did not come back, by publisher. */
const CASH_CHECK = buildBalanceCheck({
  kind: 'money paid out',
  place: 'cash paid out to publisher %s',
  stored: sql`account = ${sql.lit(NETWORK_CASH)} AND publisher_id <> 0`,
  said: sql`SELECT publisher_id, amount FROM payout WHERE status = 'paid'`,
})

/** A payout is its lines and what earlier ones left, less its fee, in whole cents; the rest is less than a cent. */
const SUM_CHECK: Check = {
  kind: 'sum of a payout',
  differences: sql`
    SELECT format('sum of payout %s of publisher %s', id, publisher_id) AS place,
      format('%s and a rest', div(lines_amount + carried_amount - fee_amount, 100) * 100) AS expected,
      format('%s and a rest of %s', amount, rest_amount) AS found
    FROM payout
    WHERE lines_amount + carried_amount <> amount + fee_amount + rest_amount OR amount % 100 <> 0
      OR rest_amount NOT BETWEEN 0 AND 99`,
}

/** Compares each payout and forfeiture with its statement lines; a failed or returned payout has none any more. */
const LINE_CHECK = buildComparison({
  kind: 'lines of a payout',
  key: ['publisher_id', 'payout_id'],
  place: sql`format('lines of payout %s of publisher %s', payout_id, publisher_id)`,
  columns: ['payout_id', 'amount', 'count'],
  expected: sql`
    SELECT publisher_id, id AS payout_id, lines_amount AS amount, line_count AS count FROM payout
    WHERE status NOT IN ('failed', 'returned')
    UNION ALL SELECT publisher_id, id, lines_amount, line_count FROM forfeiture WHERE line_count > 0`,
  found: sql`
    SELECT publisher_id, payout_id, sum(amount) AS amount, count(*) AS count
    FROM statement_line WHERE payout_id IS NOT NULL GROUP BY 1, 2`,
})

/** Compares each computed run with its payouts and exclusions. */
const RUN_CHECK = buildComparison({
  kind: 'payout run',
  key: ['run_id'],
  place: sql`format('payout run %s', run_id)`,
  columns: ['run_id', 'included', 'excluded', 'amount'],
  expected: sql`
    SELECT run_id, sum(included) AS included, sum(excluded) AS excluded, sum(amount) AS amount
    FROM (
      SELECT run_id, 1 AS included, 0 AS excluded, amount FROM payout
      UNION ALL SELECT run_id, 0, 1, 0 FROM payout_exclusion
      UNION ALL SELECT id, 0, 0, 0 FROM payout_run
    ) AS part GROUP BY run_id`,
  found: sql`
    SELECT id AS run_id, included_count AS included, excluded_count AS excluded, amount FROM payout_run`,
})

/** Finds payouts whose status the status of their run does not admit. */
const STATUS_CHECK: Check = {
  kind: 'status of a payout',
  differences: sql`
    SELECT format('payout %s of publisher %s', payout.id, publisher_id) AS place,
      format('a status of a run that is %s', run.status) AS expected, payout.status AS found
    FROM payout JOIN payout_run AS run ON run.id = run_id
    WHERE NOT CASE run.status
      WHEN 'draft' THEN payout.status = 'draft'
      WHEN 'approved' THEN
        payout.status = CASE WHEN publisher_id > progress_publisher_id THEN 'draft' ELSE 'approved' END
      WHEN 'exported' THEN payout.status NOT IN ('draft', 'approved')
      ELSE payout.status IN ('paid', 'failed', 'returned')
    END`,
}

/** A payout is settled on a day from that before its run was exported to that on which the settlement was posted. */
const DAY_CHECK: Check = {
  kind: 'day of a payout',
  differences: sql`
    SELECT format('day of payout %s of publisher %s', payout.id, payout.publisher_id) AS place,
      format('%s to %s', days.first, days.last) AS expected, payout.settled_on::text AS found
    FROM payout JOIN payout_run AS run ON run.id = payout.run_id
    JOIN entry AS e ON e.publisher_id = payout.publisher_id AND e.source_kind = 'payout'
      AND e.source_id = payout.id AND e.sequence = 2
    CROSS JOIN LATERAL (
      SELECT (run.exported_at AT TIME ZONE 'UTC')::date - 1 AS first, (e.posted_at AT TIME ZONE 'UTC')::date AS last
    ) AS days
    WHERE payout.settled_on NOT BETWEEN days.first AND days.last`,
}

const CHECKS = [
  ENTRY_CHECK,
  IN_PAYMENT_CHECK,
  CASH_CHECK,
  LINE_CHECK,
  SUM_CHECK,
  RUN_CHECK,
  STATUS_CHECK,
  DAY_CHECK,
  ...BALANCE_CHECKS,
  ...STATEMENT_CHECKS,
  buildDuplicateCheck('payout', ['publisher_id', 'id']),
  buildDuplicateCheck('payout', ['publisher_id'], sql`status IN ('draft', 'approved', 'exported')`),
]

/**
 * Verifies that payouts, their statements, their statement lines and their runs, and forfeited balances, agree with
 * each other and with the ledger. Reads one snapshot. Answers the checks that found a difference.
 */
export function verifyPayouts(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, CHECKS)
}
