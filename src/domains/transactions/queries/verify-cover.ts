import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns, totalOf } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'
import { ofAdvertiser } from './order-entries.ts'

const money = compareColumns(
  ['transaction_id', 'confirmed', 'payable', 'receivable', 'funds', 'fee_income'],
  'said',
  'posted',
)

const sums = sql.join(
  ['confirmed', 'payable', 'receivable', 'funds', 'fee_income'].map(
    (column) => sql`${totalOf(sql.id(column))} AS ${sql.id(column)}`,
  ),
)

/**
 * Compares what all entries of a transaction moved in sum with its state: what was confirmed less what was reversed, on
 * the account where its cover has brought it. The sums are zero together, so the entries move nothing to other
 * accounts.
 */
const MONEY_CHECK: Check = {
  kind: 'money of a transaction',
  differences: sql`
    SELECT format('money of transaction %s of publisher %s', transaction_id_of, publisher_id) AS place,
      ${money.expected} AS expected, ${money.found} AS found
    FROM (
      SELECT publisher_id, transaction_id AS transaction_id_of, transaction_id, advertiser_id,
        (commission - covered_commission)::bigint AS confirmed, covered_commission::bigint AS payable,
        (covered_commission + covered_fee - commission - fee)::bigint AS receivable,
        -(covered_commission + covered_fee)::bigint AS funds, fee::bigint AS fee_income
      FROM transaction_state WHERE status = 'CONFIRMED' AND (commission > 0 OR fee > 0)
    ) AS said
    FULL JOIN (
      SELECT * FROM (
        SELECT publisher_id, source_id AS transaction_id_of, source_id AS transaction_id, ${sums},
          min(first_advertiser_id) AS first_advertiser_id, max(last_advertiser_id) AS last_advertiser_id
        FROM pg_temp.order_entry WHERE currency IS NOT NULL GROUP BY 1, 2
      ) AS moved
      WHERE (confirmed, payable, receivable, funds, fee_income) <> (0, 0, 0, 0, 0)
        OR first_advertiser_id <> last_advertiser_id
    ) AS moved USING (publisher_id, transaction_id_of)
    CROSS JOIN LATERAL (SELECT coalesce(said.advertiser_id, first_advertiser_id) AS advertiser_id) AS own
    CROSS JOIN LATERAL (
      SELECT moved.transaction_id, moved.confirmed, moved.payable, moved.fee_income,
        ${ofAdvertiser(sql`own.advertiser_id`, sql`moved.receivable`)} AS receivable,
        ${ofAdvertiser(sql`own.advertiser_id`, sql`moved.funds`)} AS funds
    ) AS posted
    WHERE ${money.differ}`,
}

const line = compareColumns(['entry_id', 'transaction_id', 'amount'], 'said', 'stored')

/** Compares the lines for statements with the entries that made commission payable or took it back. */
const LINE_CHECK: Check = {
  kind: 'statement line',
  differences: sql`
    SELECT format('statement line of entry %s of publisher %s', entry_id_of, publisher_id) AS place,
      ${line.expected} AS expected, ${line.found} AS found
    FROM (
      SELECT publisher_id, id AS entry_id_of, id AS entry_id, source_id AS transaction_id, payable AS amount
      FROM pg_temp.order_entry WHERE payable_count > 0
    ) AS said
    FULL JOIN (
      SELECT publisher_id, entry_id AS entry_id_of, entry_id, transaction_id, amount FROM statement_line
    ) AS stored USING (publisher_id, entry_id_of)
    WHERE ${line.differ}`,
}

/** A cover has the number of the decision after which the order was confirmed. */
const SOURCE_CHECK: Check = {
  kind: 'source of a cover',
  differences: sql`
    SELECT format('entry %s of publisher %s', e.id, e.publisher_id) AS place,
      'cover of an order that decision ' || e.sequence || ' left confirmed' AS expected,
      format('%s of transaction %s, %s', e.kind, e.source_id, coalesce(d.status::text, 'no such decision')) AS found
    FROM entry AS e LEFT JOIN transaction_decision AS d
      ON d.publisher_id = e.publisher_id AND d.transaction_id = e.source_id AND d.sequence = e.sequence
    WHERE e.source_kind = 'cover' AND (e.kind <> 'cover' OR d.status IS DISTINCT FROM 'CONFIRMED')`,
}

/** A confirmed order is covered at most in full, and an order that is not confirmed has no cover and no fee. */
const BOUND_CHECK: Check = {
  kind: 'bound of a state',
  differences: sql`
    SELECT format('state of transaction %s of publisher %s', transaction_id, publisher_id) AS place,
      format('at most %s of %s covered', commission, fee) AS expected,
      format('%s and %s covered, confirmed at %s', covered_commission, covered_fee, confirmed_at) AS found
    FROM transaction_state
    WHERE covered_commission > CASE status WHEN 'CONFIRMED' THEN commission ELSE 0 END
      OR covered_fee > fee OR (status <> 'CONFIRMED' AND fee > 0) OR (confirmed_at IS NULL) = (status = 'CONFIRMED')`,
}

/** The checks that cover and statement lines agree with the ledger. They read `ORDER_ENTRIES`. */
export const COVER_CHECKS: readonly Check[] = [
  MONEY_CHECK,
  LINE_CHECK,
  SOURCE_CHECK,
  BOUND_CHECK,
  buildDuplicateCheck('statement_line', ['publisher_id', 'entry_id']),
]
