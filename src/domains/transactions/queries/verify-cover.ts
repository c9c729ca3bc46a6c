import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'

/** What each entry of a transaction moves to `publisher_payable` and from the funds of its advertiser. */
const covered = sql`
  SELECT e.publisher_id, e.source_id AS transaction_id, e.id AS entry_id, e.kind,
    sum(CASE account WHEN 'publisher_payable' THEN side.amount ELSE 0 END)::bigint AS payable,
    -sum(CASE account WHEN 'advertiser_funds:' || sold.advertiser_id THEN side.amount ELSE 0 END)::bigint AS used
  FROM entry AS e
  JOIN transaction AS sold ON sold.publisher_id = e.publisher_id AND sold.id = e.source_id
  JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
  CROSS JOIN LATERAL (VALUES (p.from_account, -p.amount), (p.to_account, p.amount)) AS side (account, amount)
  WHERE e.source_kind IN ('transaction', 'cover')
  GROUP BY 1, 2, 3, 4`

const cover = compareColumns(['transaction_id', 'commission', 'fee'], 'said', 'stored')

/** Compares what a state says is covered with the entries that covered it or took cover back. */
const COVER_CHECK: Check = {
  kind: 'cover of a transaction',
  differences: sql`
    SELECT format('cover of transaction %s of publisher %s', transaction_id_of, publisher_id) AS place,
      ${cover.expected} AS expected, ${cover.found} AS found
    FROM (
      SELECT publisher_id, transaction_id AS transaction_id_of, transaction_id, sum(payable)::bigint AS commission,
        sum(used - payable)::bigint AS fee
      FROM (${covered}) AS covered GROUP BY 1, 2, 3 HAVING sum(payable) <> 0 OR sum(used - payable) <> 0
    ) AS said
    FULL JOIN (
      SELECT publisher_id, transaction_id AS transaction_id_of, transaction_id,
        covered_commission::bigint AS commission, covered_fee::bigint AS fee
      FROM transaction_state WHERE covered_commission > 0 OR covered_fee > 0
    ) AS stored USING (publisher_id, transaction_id_of)
    WHERE ${cover.differ}`,
}

const line = compareColumns(['entry_id', 'transaction_id', 'amount'], 'said', 'stored')

/** Compares the lines for statements with the entries that made commission payable or took it back. */
const LINE_CHECK: Check = {
  kind: 'statement line',
  differences: sql`
    SELECT format('statement line of entry %s of publisher %s', entry_id_of, publisher_id) AS place,
      ${line.expected} AS expected, ${line.found} AS found
    FROM (
      SELECT publisher_id, entry_id AS entry_id_of, entry_id, transaction_id, payable AS amount
      FROM (${covered}) AS covered WHERE payable <> 0
    ) AS said
    FULL JOIN (SELECT *, entry_id AS entry_id_of FROM statement_line) AS stored USING (publisher_id, entry_id_of)
    WHERE ${line.differ}`,
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
  COVER_CHECK,
  LINE_CHECK,
  BOUND_CHECK,
  buildDuplicateCheck('statement_line', ['publisher_id', 'entry_id']),
]
