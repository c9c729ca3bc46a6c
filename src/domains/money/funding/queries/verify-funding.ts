import { sql } from 'kysely'
import type { Db } from '#database'
import { NETWORK_CASH } from '#domains/books/ledger/rules.ts'
import {
  buildComparison,
  buildDuplicateCheck,
  compareColumns,
  verifyTables,
} from '#platform/server/database/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database/database-check.ts'

/** Compares the deposits and refunds with their entries, each of which moves the amount once, under publisher 0. */
const DEPOSIT_CHECK = buildComparison({
  kind: 'entry of a deposit',
  key: ['deposit_id'],
  place: sql`format('entry of deposit %s', deposit_id)`,
  columns: ['kind', 'publisher_id', 'sequence', 'moved', 'postings'],
  expected: sql`
    SELECT id AS deposit_id, kind, 0 AS publisher_id, 1 AS sequence, 1 AS postings,
      format(CASE kind WHEN 'deposit' THEN '%1$s to %2$s: %3$s' ELSE '%2$s to %1$s: %3$s' END,
        ${sql.lit(NETWORK_CASH)}, 'advertiser_funds:' || advertiser_id, amount || ' USD') AS moved
    FROM deposit`,
  found: sql`
    SELECT e.source_id AS deposit_id, e.kind, e.publisher_id, e.sequence, count(*) AS postings,
      min(format('%s to %s: %s', p.from_account, p.to_account, p.amount || ' ' || p.currency)) AS moved
    FROM entry AS e JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
    WHERE e.source_kind = 'deposit' GROUP BY e.publisher_id, e.id, e.source_id, e.kind, e.sequence`,
})

/**
 * Proves that no advertiser used more than its deposits and its credit, and that only what the bank took back can leave
 * less. Balances are the sums of their postings by another check, so the funds are deposits less refunds and what
 * covered orders.
 */
const BOUND_CHECK: Check = {
  kind: 'funds of an advertiser',
  differences: sql`
    SELECT format('funds of %s', account) AS place, format('at least %s', least) AS expected,
      funds::text AS found
    FROM (
      SELECT account, sum(amount) AS funds FROM balance WHERE account LIKE 'advertiser\\_funds:%' GROUP BY account
    ) AS held
    LEFT JOIN (
      SELECT 'advertiser_funds:' || advertiser_id AS account, -credit_limit - shortfall AS least FROM advertiser_billing
    ) AS billing USING (account)
    WHERE funds < coalesce(least, 0)`,
}

/** A shortfall is a part of what went back to an advertiser. */
const SHORTFALL_CHECK: Check = {
  kind: 'shortfall of an advertiser',
  differences: sql`
    SELECT format('shortfall of advertiser %s', advertiser_id) AS place, format('at most %s', refunds) AS expected,
      shortfall::text AS found
    FROM (
      SELECT advertiser_id, shortfall, coalesce((
        SELECT sum(amount) FROM deposit WHERE advertiser_id = billing.advertiser_id AND kind = 'refund'
      ), 0) AS refunds
      FROM advertiser_billing AS billing WHERE shortfall > 0
    ) AS missing
    WHERE shortfall > refunds`,
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

const SUBTOTAL_COLUMNS = ['entries', 'used', 'commission', 'refund_entries', 'refunds', 'lowest', 'highest'] as const
const subtotal = compareColumns(SUBTOTAL_COLUMNS, 'said', 'stored')

/**
 * Compares each subtotal with the uses of funds after the one before it. A use that was committed after its subtotal
 * was written is missing in it until the job counts it, and until then no list reads subtotals.
 */
const SUBTOTAL_CHECK: Check = {
  kind: 'subtotal of funds',
  differences: sql`
    SELECT format('funds of advertiser %s up to entry %s', advertiser_id, last_entry_id) AS place,
      ${subtotal.expected} AS expected, ${subtotal.found} AS found
    FROM (
      SELECT advertiser_id, row_number() OVER (PARTITION BY advertiser_id ORDER BY last_entry_id) - 1 AS place,
        last_entry_id, ${sql.join(SUBTOTAL_COLUMNS.map((column) => sql.id(column)))}
      FROM funds_subtotal
    ) AS stored
    JOIN (
      SELECT *, least(before, least_upto) - before AS lowest, greatest(before, most_upto) - before AS highest FROM (
        SELECT *, sum(used + refunds) OVER (PARTITION BY advertiser_id ORDER BY place) - used - refunds AS before
        FROM (
          SELECT advertiser_id, place, count(*) FILTER (WHERE used.publisher_id <> 0) AS entries,
            coalesce(sum(moved) FILTER (WHERE used.publisher_id <> 0), 0) AS used,
            coalesce(sum(line.amount), 0) AS commission,
            count(*) FILTER (WHERE used.publisher_id = 0) AS refund_entries,
            coalesce(sum(moved) FILTER (WHERE used.publisher_id = 0), 0) AS refunds,
            min(upto) AS least_upto, max(upto) AS most_upto
          FROM (
            SELECT *, sum(moved) OVER uses AS upto, count(*) FILTER (WHERE moved = 0) OVER uses AS place
            FROM (
              SELECT substring(from_account FROM 18)::bigint AS advertiser_id, publisher_id, entry_id, amount AS moved
              FROM posting WHERE from_account LIKE 'advertiser\\_funds:%'
              UNION ALL
              SELECT substring(to_account FROM 18)::bigint, publisher_id, entry_id, -amount
              FROM posting WHERE to_account LIKE 'advertiser\\_funds:%' AND publisher_id <> 0
              UNION ALL
              -- The end of a subtotal moves nothing, and comes after the use of the same id.
              SELECT advertiser_id, NULL, last_entry_id, 0 FROM funds_subtotal
            ) AS use
            WINDOW uses AS (PARTITION BY advertiser_id ORDER BY entry_id, moved = 0 ROWS UNBOUNDED PRECEDING)
          ) AS used
          LEFT JOIN statement_line AS line ON line.publisher_id = used.publisher_id AND line.entry_id = used.entry_id
          WHERE moved <> 0 GROUP BY 1, 2
        ) AS summed
      ) AS placed
    ) AS said USING (advertiser_id, place)
    WHERE ${subtotal.differ} AND stored.entries + stored.refund_entries >= said.entries + said.refund_entries`,
}

const FUNDING_CHECKS: readonly Check[] = [
  DEPOSIT_CHECK,
  BOUND_CHECK,
  SHORTFALL_CHECK,
  PERIOD_CHECK,
  SUBTOTAL_CHECK,
  buildDuplicateCheck('funds_subtotal', ['advertiser_id', 'last_entry_id']),
  buildDuplicateCheck('deposit', ['id']),
  buildDuplicateCheck('deposit', ['advertiser_id', 'kind', 'reference']),
]

/** Verifies that deposits agree with the ledger and bound what was used. Answers the checks that found a difference. */
export function verifyFunding(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, FUNDING_CHECKS)
}
