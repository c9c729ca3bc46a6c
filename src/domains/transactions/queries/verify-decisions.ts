import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'

const ORPHAN_CHECK: Check = {
  kind: 'decision',
  differences: sql`
    SELECT format('decision %s on transaction %s of publisher %s', d.sequence, d.transaction_id, d.publisher_id)
      AS place, 'a transaction' AS expected, 'none' AS found
    FROM transaction_decision AS d
    WHERE NOT EXISTS (SELECT FROM transaction AS t WHERE t.publisher_id = d.publisher_id AND t.id = d.transaction_id)`,
}

/** Decisions are numbered from 1 without a gap, and each changes the status. */
const NUMBER_CHECK: Check = {
  kind: 'number of a decision',
  differences: sql`
    SELECT format('decision %s on transaction %s of publisher %s', sequence, transaction_id, publisher_id) AS place,
      format('number %s, not %s', due, coalesce(previous, 'PENDING')) AS expected,
      format('number %s, %s', sequence, status) AS found
    FROM (
      SELECT *, row_number() OVER earlier AS due, lag(status) OVER earlier AS previous FROM transaction_decision
      WINDOW earlier AS (PARTITION BY publisher_id, transaction_id ORDER BY sequence)
    ) AS numbered
    WHERE sequence <> due OR status = previous`,
}

const orderColumns = ['advertiser_id', 'transaction_at', 'order_value', 'commission', 'currency'] as const
const decisionColumns = ['sequence', 'status', 'reason_code', 'decided_at', 'decided_by'] as const
const state = compareColumns([...orderColumns, ...decisionColumns], 'said', 'stored')

/** Compares the state of each transaction with its order and its decisions. */
const STATE_CHECK: Check = {
  kind: 'state',
  differences: sql`
    SELECT format('state of transaction %s of publisher %s', id, publisher_id) AS place,
      ${state.expected} AS expected, ${state.found} AS found
    FROM (
      SELECT t.publisher_id, t.id, t.advertiser_id, t.transaction_at, t.order_value, t.commission, t.currency,
        coalesce(last.sequence, 0) AS sequence, coalesce(last.status, 'PENDING')::transaction_status AS status,
        last.reason_code, last.decided_at, last.decided_by
      FROM transaction AS t LEFT JOIN (
        SELECT DISTINCT ON (publisher_id, transaction_id) *
        FROM transaction_decision ORDER BY publisher_id, transaction_id, sequence DESC
      ) AS last ON last.publisher_id = t.publisher_id AND last.transaction_id = t.id
    ) AS said
    FULL JOIN (SELECT *, transaction_id AS id FROM transaction_state) AS stored USING (publisher_id, id)
    WHERE ${state.differ}`,
}

/** The entries that the decisions require: one for each that makes a commission due or reverses it. */
const dueEntries = sql`
  SELECT d.publisher_id, d.transaction_id, d.sequence, d.kind, t.currency, t.commission AS amount,
    format('advertiser_receivable:%s', t.advertiser_id) AS receivable
  FROM (
    SELECT *, CASE WHEN status = 'CONFIRMED' THEN 'confirmation' WHEN lag(status) OVER (
        PARTITION BY publisher_id, transaction_id ORDER BY sequence
      ) = 'CONFIRMED' THEN 'reversal' END AS kind
    FROM transaction_decision
  ) AS d
  JOIN transaction AS t ON t.publisher_id = d.publisher_id AND t.id = d.transaction_id
  WHERE t.commission > 0 AND d.kind IS NOT NULL`

const ENTRY_CHECK: Check = {
  kind: 'entry of a decision',
  differences: sql`
    SELECT coalesce('entry ' || e.id, 'entry') || format(' of publisher %s, for decision %s on transaction %s',
        publisher_id, sequence, transaction_id) AS place,
      coalesce(due.kind, 'none') AS expected, coalesce(e.kind, 'none') AS found
    FROM (${dueEntries}) AS due
    FULL JOIN (SELECT *, source_id AS transaction_id FROM entry WHERE source_kind = 'transaction') AS e
      USING (publisher_id, transaction_id, sequence)
    WHERE due.kind IS DISTINCT FROM e.kind`,
}

/** Decisions on transactions are the only source of entries. */
const SOURCE_CHECK: Check = {
  kind: 'source of an entry',
  differences: sql`
    SELECT format('entry %s of publisher %s', id, publisher_id) AS place, 'the source transaction' AS expected,
      source_kind || ' ' || source_id AS found
    FROM entry WHERE source_kind <> 'transaction'`,
}

const posting = compareColumns(['from_account', 'to_account', 'currency', 'amount'], 'due', 'posted')
const moves = (alias: string) =>
  sql`format('%s %s from %s to %s', ${sql.id(alias)}.amount, ${sql.id(alias)}.currency, ${sql.id(alias)}.from_account,
    ${sql.id(alias)}.to_account)`

/** An entry moves its commission by one posting. */
const POSTING_CHECK: Check = {
  kind: 'posting of a decision',
  differences: sql`
    SELECT format('posting %s of entry %s of publisher %s', line_no, entry_id, publisher_id) AS place,
      CASE WHEN due.amount IS NULL THEN 'none' ELSE ${moves('due')} END AS expected,
      CASE WHEN posted.amount IS NULL THEN 'none' ELSE ${moves('posted')} END AS found
    FROM (
      SELECT e.publisher_id, e.id AS entry_id, 1::smallint AS line_no, due.currency, due.amount,
        CASE due.kind WHEN 'confirmation' THEN 'publisher_payable' ELSE due.receivable END AS from_account,
        CASE due.kind WHEN 'confirmation' THEN due.receivable ELSE 'publisher_payable' END AS to_account
      FROM (${dueEntries}) AS due
      JOIN entry AS e ON e.publisher_id = due.publisher_id AND e.source_kind = 'transaction'
        AND e.source_id = due.transaction_id AND e.sequence = due.sequence AND e.kind = due.kind
    ) AS due
    FULL JOIN posting AS posted USING (publisher_id, entry_id, line_no)
    WHERE ${posting.differ}`,
}

/** The checks that states, entries and postings agree with the decisions. */
export const DECISION_CHECKS: readonly Check[] = [
  ORPHAN_CHECK,
  NUMBER_CHECK,
  STATE_CHECK,
  ENTRY_CHECK,
  SOURCE_CHECK,
  POSTING_CHECK,
  buildDuplicateCheck('transaction_decision', ['publisher_id', 'transaction_id', 'sequence']),
  buildDuplicateCheck('transaction_state', ['publisher_id', 'transaction_id']),
]
