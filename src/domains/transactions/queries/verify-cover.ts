import { sql } from 'kysely'
import { sumMoved } from '#domains/ledger/queries.ts'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'
import { CONFIRMED, FEES, FUNDS, PAYABLE, RECEIVABLE } from './order-accounts.ts'

const money = compareColumns(
  ['transaction_id', 'confirmed', 'payable', 'receivable', 'funds', 'fee_income'],
  'said',
  'posted',
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
      SELECT publisher_id, transaction_id AS transaction_id_of, transaction_id,
        (commission - covered_commission)::bigint AS confirmed, covered_commission::bigint AS payable,
        (covered_commission + covered_fee - commission - fee)::bigint AS receivable,
        -(covered_commission + covered_fee)::bigint AS funds, fee::bigint AS fee_income
      FROM transaction_state WHERE status = 'CONFIRMED' AND (commission > 0 OR fee > 0)
    ) AS said
    FULL JOIN (
      SELECT * FROM (
        SELECT e.publisher_id, e.source_id AS transaction_id_of, e.source_id AS transaction_id,
          ${sumMoved(CONFIRMED)} AS confirmed, ${sumMoved(PAYABLE)} AS payable,
          ${sumMoved(RECEIVABLE)} AS receivable, ${sumMoved(FUNDS)} AS funds, ${sumMoved(FEES)} AS fee_income
        FROM entry AS e
        JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
        LEFT JOIN transaction AS sold ON sold.publisher_id = e.publisher_id AND sold.id = e.source_id
        WHERE e.source_kind IN ('transaction', 'cover')
        GROUP BY 1, 2
      ) AS moved
      WHERE (confirmed, payable, receivable, funds, fee_income) <> (0, 0, 0, 0, 0)
    ) AS posted USING (publisher_id, transaction_id_of)
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
      SELECT e.publisher_id, e.id AS entry_id_of, e.id AS entry_id, e.source_id AS transaction_id,
        ${sumMoved(PAYABLE)} AS amount
      FROM entry AS e JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      WHERE e.source_kind IN ('transaction', 'cover') AND ${PAYABLE} IN (p.from_account, p.to_account)
      GROUP BY 1, 2, 3, 4
    ) AS said
    FULL JOIN (SELECT *, entry_id AS entry_id_of FROM statement_line) AS stored USING (publisher_id, entry_id_of)
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

/** The checks that the cover of states and the lines for statements agree with the ledger. */
export const COVER_CHECKS: readonly Check[] = [
  MONEY_CHECK,
  LINE_CHECK,
  SOURCE_CHECK,
  BOUND_CHECK,
  buildDuplicateCheck('statement_line', ['publisher_id', 'entry_id']),
]
