import { sql } from 'kysely'
import { postingSides, sumOf, sumSides } from '#domains/books/ledger/queries.ts'
import { FEE_INCOME, PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { buildComparison, buildDuplicateCheck } from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { DECIDED } from './verify-decisions.ts'

const PAYABLE = sql`account = ${sql.lit(PUBLISHER_PAYABLE)}`
const OWED = sql`account IN (${sql.lit(PUBLISHER_CONFIRMED)}, ${sql.lit(PUBLISHER_PAYABLE)})`
const RECEIVABLE = sql`account LIKE 'advertiser\\_receivable:%'`
const FUNDS = sql`account LIKE 'advertiser\\_funds:%'`
const OF_ADVERTISERS = sql`(${RECEIVABLE} OR ${FUNDS})`

/** The entries with what each of their postings takes from one account and gives to another. */
const MOVES = sql`
  entry AS e JOIN (${postingSides}) AS side ON side.publisher_id = e.publisher_id AND side.entry_id = e.id`
const OF_ORDERS = sql`source_kind IN ('transaction', 'cover')`

/** An entry has postings. */
const EMPTY_CHECK: Check = {
  kind: 'entry',
  differences: sql`
    SELECT format('entry %s of publisher %s', e.id, e.publisher_id) AS place, 'postings' AS expected, 'none' AS found
    FROM entry AS e LEFT JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
    WHERE p.entry_id IS NULL`,
}

/** A posting has its entry. */
const STRAY_CHECK: Check = {
  kind: 'posting',
  differences: sql`
    SELECT format('posting %s of entry %s of publisher %s', p.line_no, p.entry_id, p.publisher_id) AS place,
      'an entry' AS expected, 'none' AS found
    FROM posting AS p LEFT JOIN entry AS e ON e.publisher_id = p.publisher_id AND e.id = p.entry_id
    WHERE e.id IS NULL`,
}

/** Each decision that changes what is due has its entry, and each entry its decision. */
const ENTRY_CHECK: Check = {
  kind: 'entry of a decision',
  differences: sql`
    SELECT coalesce('entry ' || posted.id, 'entry') || format(' of publisher %s, for decision %s on transaction %s',
        publisher_id, sequence, transaction_id) AS place,
      coalesce(due.kind, 'none') AS expected, coalesce(posted.kind, 'none') AS found
    FROM (
      SELECT publisher_id, transaction_id, sequence, CASE WHEN status <> 'CONFIRMED' THEN 'reversal'
          WHEN previous = 'CONFIRMED' THEN 'amendment' ELSE 'confirmation' END AS kind
      FROM (${DECIDED}) AS decision WHERE commission_change <> 0 OR fee_change <> 0
    ) AS due
    FULL JOIN (
      SELECT publisher_id, source_id AS transaction_id, sequence, id, kind FROM entry WHERE source_kind = 'transaction'
    ) AS posted USING (publisher_id, transaction_id, sequence)
    WHERE due.kind IS DISTINCT FROM posted.kind`,
}

/**
 * Compares what the entry of each decision moves with the decision: to the publisher (`owed`), to the network
 * (`fee_income`), from the advertiser, and the part that stops being payable, which a statement lists.
 */
const POSTING_CHECK = buildComparison({
  kind: 'postings of a decision',
  key: ['publisher_id', 'entry_id', 'currency'],
  place: sql`format('postings of entry %s of publisher %s', entry_id, publisher_id)`,
  columns: ['entry_id', 'owed', 'fee_income', 'advertiser', 'payable'],
  expected: sql`
    SELECT e.publisher_id, e.id AS entry_id, 'USD' AS currency, commission_change AS owed, fee_change AS fee_income,
      -(commission_change + fee_change) AS advertiser, coalesce(line.amount, 0) AS payable
    FROM entry AS e
    JOIN (${DECIDED}) AS d
      ON d.publisher_id = e.publisher_id AND d.transaction_id = e.source_id AND d.sequence = e.sequence
    LEFT JOIN statement_line AS line ON line.publisher_id = e.publisher_id AND line.entry_id = e.id
    WHERE e.source_kind = 'transaction'`,
  found: sql`
    SELECT e.publisher_id, e.id AS entry_id, currency, ${sumSides(OWED)} AS owed, ${sumOf(FEE_INCOME)} AS fee_income,
      ${sumSides(OF_ADVERTISERS)} AS advertiser, ${sumOf(PUBLISHER_PAYABLE)} AS payable
    FROM ${MOVES} WHERE source_kind = 'transaction' GROUP BY 1, 2, 3`,
})

/** A cover has the number of the decision after which the order was confirmed. */
const COVER_CHECK: Check = {
  kind: 'source of a cover',
  differences: sql`
    SELECT format('entry %s of publisher %s', e.id, e.publisher_id) AS place,
      'cover of an order that decision ' || e.sequence || ' left confirmed' AS expected,
      format('%s of transaction %s, %s', e.kind, e.source_id, coalesce(d.status, 'no such decision')) AS found
    FROM entry AS e LEFT JOIN transaction_decision AS d
      ON d.publisher_id = e.publisher_id AND d.transaction_id = e.source_id AND d.sequence = e.sequence
    WHERE e.source_kind = 'cover' AND (e.kind <> 'cover' OR d.status IS DISTINCT FROM 'CONFIRMED')`,
}

/** Compares the lines for statements with the entries that made commission payable or took it back. */
const LINE_CHECK = buildComparison({
  kind: 'statement line',
  key: ['publisher_id', 'entry_id'],
  place: sql`format('statement line of entry %s of publisher %s', entry_id, publisher_id)`,
  columns: ['entry_id', 'transaction_id', 'amount'],
  expected: sql`
    SELECT e.publisher_id, e.id AS entry_id, e.source_id AS transaction_id, sum(moved) AS amount
    FROM ${MOVES} WHERE ${OF_ORDERS} AND ${PAYABLE} GROUP BY 1, 2, 3`,
  found: sql`SELECT publisher_id, entry_id, transaction_id, amount FROM statement_line`,
})

/**
 * Compares what all entries of a transaction moved in sum with its state: what was confirmed less what was reversed, on
 * the account where its cover has brought it. The sums are zero together, so the entries move nothing to other
 * accounts.
 */
const MONEY_CHECK = buildComparison({
  kind: 'money of a transaction',
  key: ['publisher_id', 'transaction_id'],
  place: sql`format('money of transaction %s of publisher %s', transaction_id, publisher_id)`,
  columns: ['transaction_id', 'confirmed', 'payable', 'receivable', 'funds', 'fee_income'],
  expected: sql`
    SELECT publisher_id, transaction_id, commission - covered_commission AS confirmed, covered_commission AS payable,
      covered_commission + covered_fee - commission - fee AS receivable, -(covered_commission + covered_fee) AS funds,
      fee AS fee_income
    FROM transaction_state WHERE status = 'CONFIRMED' AND (commission > 0 OR fee > 0)`,
  found: sql`
    SELECT * FROM (
      SELECT e.publisher_id, e.source_id AS transaction_id, ${sumOf(PUBLISHER_CONFIRMED)} AS confirmed,
        ${sumOf(PUBLISHER_PAYABLE)} AS payable, ${sumSides(RECEIVABLE)} AS receivable, ${sumSides(FUNDS)} AS funds,
        ${sumOf(FEE_INCOME)} AS fee_income
      FROM ${MOVES} WHERE ${OF_ORDERS} GROUP BY 1, 2
    ) AS summed
    WHERE (confirmed, payable, receivable, funds, fee_income) <> (0, 0, 0, 0, 0)`,
})

/** The accounts of advertisers are those of the order's advertiser in all entries, also where their sums are zero. */
const ADVERTISER_CHECK: Check = {
  kind: 'advertiser of postings',
  differences: sql`
    SELECT format('postings of transaction %s of publisher %s', t.id, t.publisher_id) AS place,
      format('accounts of advertiser %s', t.advertiser_id) AS expected,
      format('accounts of advertisers %s to %s', min(moved.advertiser), max(moved.advertiser)) AS found
    FROM (
      SELECT e.publisher_id, e.source_id, split_part(account, ':', 2) AS advertiser
      FROM ${MOVES} WHERE ${OF_ORDERS} AND ${OF_ADVERTISERS}
    ) AS moved
    JOIN transaction AS t ON t.publisher_id = moved.publisher_id AND t.id = moved.source_id
    GROUP BY t.publisher_id, t.id, t.advertiser_id
    HAVING min(moved.advertiser) <> t.advertiser_id::text OR max(moved.advertiser) <> t.advertiser_id::text`,
}

/** The checks that the entries of orders agree with the decisions and the states, and statement lines with entries. */
export const ENTRY_CHECKS: readonly Check[] = [
  EMPTY_CHECK,
  STRAY_CHECK,
  ENTRY_CHECK,
  POSTING_CHECK,
  COVER_CHECK,
  LINE_CHECK,
  MONEY_CHECK,
  ADVERTISER_CHECK,
  buildDuplicateCheck('posting', ['publisher_id', 'entry_id', 'line_no']),
  buildDuplicateCheck('entry', ['publisher_id', 'source_kind', 'source_id', 'sequence']),
  buildDuplicateCheck('statement_line', ['publisher_id', 'entry_id']),
]
