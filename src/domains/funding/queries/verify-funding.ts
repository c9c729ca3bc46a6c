import { sql } from 'kysely'
import type { Db } from '#database'
import { NETWORK_CASH } from '#domains/ledger/rules.ts'
import { buildDuplicateCheck, compareColumns, verifyTables } from '#platform/server/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database-check.ts'

const entry = compareColumns(['kind', 'publisher_id', 'sequence', 'moved', 'postings'], 'said', 'stored')

/** Compares the deposits and refunds with their entries, each of which moves the amount once, under publisher 0. */
const DEPOSIT_CHECK: Check = {
  kind: 'entry of a deposit',
  differences: sql`
    SELECT format('entry of deposit %s', deposit_id) AS place, ${entry.expected} AS expected, ${entry.found} AS found
    FROM (
      SELECT id AS deposit_id, kind, 0::bigint AS publisher_id, 1 AS sequence, 1::bigint AS postings,
        format(CASE kind WHEN 'deposit' THEN '%1$s to %2$s: %3$s' ELSE '%2$s to %1$s: %3$s' END,
          ${sql.lit(NETWORK_CASH)}, 'advertiser_funds:' || advertiser_id, amount || ' USD') AS moved
      FROM deposit
    ) AS said
    FULL JOIN (
      SELECT e.source_id AS deposit_id, e.kind, e.publisher_id, e.sequence, count(*) AS postings,
        min(format('%s to %s: %s', p.from_account, p.to_account, p.amount || ' ' || p.currency)) AS moved
      FROM entry AS e JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      WHERE e.source_kind = 'deposit' GROUP BY e.publisher_id, e.id, e.source_id, e.kind, e.sequence
    ) AS stored USING (deposit_id)
    WHERE ${entry.differ}`,
}

/**
 * Proves that no advertiser used more than its deposits and its credit. Balances are the sums of their postings by
 * another check, so the funds are deposits less refunds and what covered orders.
 */
const BOUND_CHECK: Check = {
  kind: 'funds of an advertiser',
  differences: sql`
    SELECT format('funds of %s', account) AS place, format('at least %s', -credit_limit) AS expected,
      funds::text AS found
    FROM (
      SELECT account, sum(amount) AS funds FROM balance WHERE account LIKE 'advertiser\\_funds:%' GROUP BY account
    ) AS held
    LEFT JOIN advertiser_billing ON account = 'advertiser_funds:' || advertiser_id
    WHERE funds < -coalesce(credit_limit, 0)`,
}

/** An advertiser pays later while its last period of paying later is open. */
const PERIOD_CHECK: Check = {
  kind: 'billing of an advertiser',
  differences: sql`
    SELECT format('billing of advertiser %s', advertiser_id) AS place,
      CASE WHEN open.advertiser_id IS NULL THEN 'prepaid' ELSE 'postpaid' END AS expected,
      coalesce(billing.mode, 'none') AS found
    FROM (SELECT advertiser_id, mode FROM advertiser_billing) AS billing
    FULL JOIN (SELECT advertiser_id FROM billing_period WHERE ended_at IS NULL) AS open USING (advertiser_id)
    WHERE (billing.mode IS NOT DISTINCT FROM 'postpaid') <> (open.advertiser_id IS NOT NULL)`,
}

const FUNDING_CHECKS: readonly Check[] = [
  DEPOSIT_CHECK,
  BOUND_CHECK,
  PERIOD_CHECK,
  buildDuplicateCheck('deposit', ['id']),
  buildDuplicateCheck('deposit', ['advertiser_id', 'kind', 'reference']),
]

/** Verifies that deposits agree with the ledger and bound what was used. Answers the checks that found a difference. */
export function verifyFunding(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, FUNDING_CHECKS)
}
