import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database/database-check.ts'
import type { Check, JoinedChecks, RowCheck } from '#platform/server/database/database-check.ts'
import { isOfUnproven } from './unproven.ts'

/**
 * The unproven entries of decisions and covers, the decisions with their entries, and the statement lines of both. An
 * entry in another currency has no decision to compare it with.
 */
const ENTRY_ROWS = sql`
  (SELECT *, source_kind = 'transaction' AS is_decision FROM pg_temp.entry_sum
    WHERE source_kind IN ('transaction', 'cover')) AS e
  FULL JOIN (
    SELECT publisher_id, transaction_id, sequence, true AS is_decision, kind, commission_change, fee_change,
      commission_change <> 0 OR fee_change <> 0 AS is_due
    FROM pg_temp.decided
  ) AS d ON d.publisher_id = e.publisher_id AND d.transaction_id = e.source_id AND d.sequence = e.sequence
    AND d.is_decision = e.is_decision
  FULL JOIN (SELECT * FROM statement_line WHERE ${isOfUnproven('entry_id')}) AS listed
    ON listed.publisher_id = e.publisher_id AND listed.entry_id = e.id
  CROSS JOIN LATERAL (SELECT d.sequence IS NOT NULL AND coalesce(e.is_usd, true) AS is_decided) AS row
  CROSS JOIN LATERAL (
    SELECT CASE WHEN is_decided THEN e.id END AS entry_id, CASE WHEN is_decided THEN commission_change END AS owed,
      CASE WHEN is_decided THEN fee_change END AS fee_income,
      CASE WHEN is_decided THEN -(commission_change + fee_change) END AS advertiser,
      CASE WHEN is_decided THEN coalesce(listed.amount, 0) END AS payable
  ) AS due
  CROSS JOIN LATERAL (
    SELECT e.entry_id, e.confirmed + e.payable AS owed, e.fee_income, e.receivable + e.funds AS advertiser, e.payable
  ) AS posted
  CROSS JOIN LATERAL (
    SELECT CASE WHEN payable_count > 0 THEN e.id END AS entry_id,
      CASE WHEN payable_count > 0 THEN e.source_id END AS transaction_id,
      CASE WHEN payable_count > 0 THEN e.payable END AS amount
  ) AS said`

/** Each decision that changes what is due has its entry, and each entry its decision. */
const ENTRY_CHECK: RowCheck = {
  kind: 'entry of a decision',
  differ: sql`CASE WHEN d.is_due THEN d.kind END IS DISTINCT FROM CASE WHEN e.is_decision THEN e.kind END`,
  place: sql`coalesce('entry ' || e.id, 'entry') || format(' of publisher %s, for decision %s on transaction %s',
    coalesce(e.publisher_id, d.publisher_id), coalesce(e.sequence, d.sequence),
    coalesce(e.source_id, d.transaction_id))`,
  expected: sql`CASE WHEN d.is_due THEN d.kind ELSE 'none' END`,
  found: sql`coalesce(e.kind, 'none')`,
}

const moved = compareColumns(['entry_id', 'owed', 'fee_income', 'advertiser', 'payable'], 'due', 'posted')

/**
 * Compares what the entry of each decision moves with the decision: to the publisher (`owed`), to the network
 * (`fee_income`), from the advertiser, and the part that stops being payable, which a statement lists.
 */
const POSTING_CHECK: RowCheck = {
  kind: 'postings of a decision',
  differ: sql`e.is_decision AND (${moved.differ})`,
  place: sql`format('postings of entry %s of publisher %s', e.id, e.publisher_id)`,
  expected: moved.expected,
  found: moved.found,
}

const line = compareColumns(['entry_id', 'transaction_id', 'amount'], 'said', 'listed')

/** Compares the lines for statements with the entries that made commission payable or took it back. */
const LINE_CHECK: RowCheck = {
  kind: 'statement line',
  differ: line.differ,
  place: sql`format('statement line of entry %s of publisher %s', coalesce(e.id, listed.entry_id),
    coalesce(e.publisher_id, listed.publisher_id))`,
  expected: line.expected,
  found: line.found,
}

const ENTRY_CHECKS: JoinedChecks = { rows: ENTRY_ROWS, checks: [ENTRY_CHECK, POSTING_CHECK, LINE_CHECK] }

/** A cover has the number of the decision after which the order was confirmed. */
const SOURCE_CHECK: Check = {
  kind: 'source of a cover',
  differences: sql`
    SELECT DISTINCT format('entry %s of publisher %s', e.id, e.publisher_id) AS place,
      'cover of an order that decision ' || e.sequence || ' left confirmed' AS expected,
      format('%s of transaction %s, %s', e.kind, e.source_id, coalesce(d.status::text, 'no such decision')) AS found
    FROM pg_temp.entry_sum AS e LEFT JOIN pg_temp.decided AS d
      ON d.publisher_id = e.publisher_id AND d.transaction_id = e.source_id AND d.sequence = e.sequence
    WHERE e.source_kind = 'cover' AND (e.kind <> 'cover' OR d.status IS DISTINCT FROM 'CONFIRMED')`,
}

/** The checks that entries and statement lines agree with the decisions. They read `ENTRY_SUMS` and `DECIDED`. */
export const COVER_CHECKS: readonly (Check | JoinedChecks)[] = [ENTRY_CHECKS, SOURCE_CHECK]

/** The check that each statement line has its own key. It reads no temporary table. */
export const COVER_KEY_CHECKS: readonly Check[] = [buildDuplicateCheck('statement_line', ['publisher_id', 'entry_id'])]
