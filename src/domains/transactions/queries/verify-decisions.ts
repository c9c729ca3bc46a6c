import { sql } from 'kysely'
import { buildDuplicateCheck, compareColumns } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'
import { selectRuledCommission } from './due-commission.ts'
import { ofAdvertiser } from './order-entries.ts'
import { usedRates } from './verify-exchange.ts'

const ORPHAN_CHECK: Check = {
  kind: 'decision',
  differences: sql`
    SELECT format('decision %s on transaction %s of publisher %s', d.sequence, d.transaction_id, d.publisher_id)
      AS place, 'a transaction' AS expected, 'none' AS found
    FROM transaction_decision AS d
    WHERE NOT EXISTS (SELECT FROM transaction AS t WHERE t.publisher_id = d.publisher_id AND t.id = d.transaction_id)`,
}

/** Decisions are numbered from 1 without a gap, and each is one that the status before it allows. */
const NUMBER_CHECK: Check = {
  kind: 'number of a decision',
  differences: sql`
    SELECT format('decision %s on transaction %s of publisher %s', sequence, transaction_id, publisher_id) AS place,
      format('number %s, after %s', number, CASE WHEN action IN ('hold', 'extend') THEN 'PENDING' WHEN action = 'amend'
        THEN status ELSE 'another status than ' || status END) AS expected,
      format('number %s, %s after %s', sequence, action, previous) AS found
    FROM pg_temp.decided
    WHERE sequence <> number OR CASE WHEN action IN ('confirm', 'cancel') THEN status = previous
      WHEN action = 'reopen' THEN false ELSE status <> previous END`,
}

const worthColumns = ['order_value', 'commission', 'own_order_value', 'own_commission', 'fee'] as const
const orderColumns = ['advertiser_id', 'transaction_at', ...worthColumns, 'currency'] as const
const decisionColumns = ['sequence', 'status', 'reason_code', 'decided_at', 'decided_by'] as const
const stateColumns = [...orderColumns, ...decisionColumns] as const
const state = compareColumns(stateColumns, 'said', 'stored')

/** Compares the state of each transaction with its order and its decisions, exchanged at the rate of the state. */
const STATE_CHECK: Check = {
  kind: 'state',
  differences: sql`
    SELECT format('state of transaction %s of publisher %s', id, publisher_id) AS place,
      ${state.expected} AS expected, ${state.found} AS found
    FROM (
      SELECT t.publisher_id, t.id, t.advertiser_id, t.transaction_at, t.currency,
        CASE t.currency WHEN 'USD' THEN coalesce(last.order_value, t.order_value)
          ELSE round(coalesce(last.own_order_value, t.order_value) * used.rate)::bigint END AS order_value,
        CASE WHEN t.currency = 'USD' THEN coalesce(last.commission, t.commission)
          WHEN t.commission_currency <> 'USD'
          THEN round(coalesce(last.own_commission, t.commission) * used.rate)::bigint
          WHEN used.rate IS NOT NULL THEN coalesce(last.own_commission, t.commission) END AS commission,
        CASE WHEN t.currency <> 'USD' THEN coalesce(last.own_order_value, t.order_value) END AS own_order_value,
        CASE WHEN t.currency <> 'USD' THEN coalesce(last.own_commission, t.commission) END AS own_commission,
        coalesce(last.fee, 0) AS fee,
        coalesce(last.sequence, 0) AS sequence, coalesce(last.status, 'PENDING')::transaction_status AS status,
        CASE last.action WHEN 'cancel' THEN last.reason_code END AS reason_code, last.decided_at, last.decided_by
      FROM transaction AS t LEFT JOIN pg_temp.decided AS last
        ON last.publisher_id = t.publisher_id AND last.transaction_id = t.id AND last.is_last
      LEFT JOIN (${usedRates}) AS used ON used.publisher_id = t.publisher_id AND used.transaction_id = t.id
    ) AS said
    FULL JOIN (
      SELECT publisher_id, transaction_id AS id, ${sql.join(stateColumns.map((column) => sql.id(column)))}
      FROM transaction_state
    ) AS stored USING (publisher_id, id)
    WHERE ${state.differ}`,
}

const clock = compareColumns(['extensions', 'hold_reason', 'due_at'], 'said', 'stored')

/** Compares hold and extension of each state with the decisions that made and ended them. */
const CLOCK_CHECK: Check = {
  kind: 'clock of a state',
  differences: sql`
    SELECT format('clock of transaction %s of publisher %s', transaction_id, publisher_id) AS place,
      ${clock.expected} AS expected, ${clock.found} AS found
    FROM (
      SELECT publisher_id, transaction_id, count(*) FILTER (WHERE action = 'extend')::smallint AS extensions,
        (array_agg(hold_reason::text ORDER BY sequence DESC)
          FILTER (WHERE action IN ('confirm', 'cancel', 'reopen', 'hold')))[1] AS hold_reason,
        (array_agg(due_at ORDER BY sequence DESC)
          FILTER (WHERE action IN ('confirm', 'cancel') OR due_at IS NOT NULL))[1] AS due_at
      FROM transaction_decision WHERE (publisher_id, transaction_id) IN (
        SELECT publisher_id, transaction_id FROM transaction_decision
        WHERE hold_reason IS NOT NULL OR due_at IS NOT NULL
      ) GROUP BY 1, 2
    ) AS said
    FULL JOIN (
      SELECT publisher_id, transaction_id, extensions, hold_reason::text AS hold_reason, due_at
      FROM transaction_state WHERE extensions > 0 OR hold_reason IS NOT NULL OR due_at IS NOT NULL
    ) AS stored USING (publisher_id, transaction_id)
    WHERE ${clock.differ} AND (said.extensions IS NOT NULL OR stored.extensions IS NOT NULL)
      AND NOT (stored.extensions IS NULL AND said.extensions = 0 AND said.hold_reason IS NULL)`,
}

const ENTRY_CHECK: Check = {
  kind: 'entry of a decision',
  differences: sql`
    SELECT coalesce('entry ' || e.id, 'entry') || format(' of publisher %s, for decision %s on transaction %s',
        publisher_id, sequence, transaction_id) AS place,
      coalesce(due.kind, 'none') AS expected, coalesce(e.kind, 'none') AS found
    FROM (
      SELECT publisher_id, transaction_id, sequence, kind FROM pg_temp.decided
      WHERE commission_change <> 0 OR fee_change <> 0
    ) AS due
    FULL JOIN (
      SELECT publisher_id, source_id AS transaction_id, sequence, id, kind FROM pg_temp.order_entry
      WHERE source_kind = 'transaction'
    ) AS e USING (publisher_id, transaction_id, sequence)
    WHERE due.kind IS DISTINCT FROM e.kind`,
}

const moved = compareColumns(['entry_id', 'owed', 'fee_income', 'advertiser', 'payable'], 'due', 'posted')

/**
 * Compares what the entry of each decision moves with the decision: to the publisher (`owed`), to the network
 * (`fee_income`), from the advertiser, and the part that stops being payable, which a statement lists.
 */
const POSTING_CHECK: Check = {
  kind: 'postings of a decision',
  differences: sql`
    SELECT format('postings of entry %s of publisher %s', e.id, e.publisher_id) AS place,
      ${moved.expected} AS expected, ${moved.found} AS found
    FROM pg_temp.order_entry AS e
    JOIN transaction AS sold ON sold.publisher_id = e.publisher_id AND sold.id = e.source_id
    LEFT JOIN pg_temp.decided AS decision ON decision.publisher_id = e.publisher_id
      AND decision.transaction_id = e.source_id AND decision.sequence = e.sequence
      AND coalesce(e.currency, 'USD') = 'USD'
    LEFT JOIN statement_line AS line ON line.publisher_id = e.publisher_id AND line.entry_id = e.id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN decision.sequence IS NOT NULL THEN e.id END AS entry_id,
        decision.commission_change AS owed, decision.fee_change AS fee_income,
        -(decision.commission_change + decision.fee_change) AS advertiser,
        CASE WHEN decision.sequence IS NOT NULL THEN coalesce(line.amount, 0) END AS payable
    ) AS due
    CROSS JOIN LATERAL (
      SELECT CASE WHEN e.currency IS NOT NULL THEN e.id END AS entry_id,
        e.confirmed + e.payable AS owed, e.fee_income, e.payable,
        CASE WHEN e.currency IS NOT NULL
          THEN ${ofAdvertiser(sql`sold.advertiser_id`, sql`e.receivable + e.funds`)} END AS advertiser
    ) AS posted
    WHERE e.source_kind = 'transaction' AND (${moved.differ})`,
}

const amounts = compareColumns(['sequence', 'order_value', 'commission', 'fee'], 'due', 'sold')
const ruledCommission = selectRuledCommission({ sequence: sql`sold.sequence`, value: sql`sold.order_value` })

/**
 * Replays the amounts of the decisions: only an amendment changes the order value, to at most the reported one, and its
 * commission is that of the terms and their rules, rounded down, both in the currency of the order. The fee is that of
 * the terms on what a confirmed order is worth in USD, rounded half away from zero. The products are exact, because a
 * quotient is rounded before.
 */
const AMOUNT_CHECK: Check = {
  kind: 'amounts of a decision',
  differences: sql`
    SELECT format('amounts of decision %s on transaction %s of publisher %s', sold.sequence,
        sold.transaction_id, sold.publisher_id) AS place,
      ${amounts.expected} AS expected, ${amounts.found} AS found
    FROM (
      SELECT d.publisher_id, d.transaction_id, d.sequence, d.action, d.status, d.value AS order_value,
        d.earned AS commission, d.fee,
        CASE d.number WHEN 1 THEN sold.order_value ELSE d.value_before END AS value_before,
        CASE d.number WHEN 1 THEN sold.commission ELSE d.earned_before END AS commission_before,
        CASE fee_basis WHEN 'commission' THEN d.commission ELSE d.order_value END AS fee_base, fee_ppm,
        sold.order_value::bigint AS reported, sold.terms_id, sold.event, sold.regions, sold.customer_status,
        sold.clicked_at, terms.rule_count
      FROM pg_temp.decided AS d
      JOIN transaction AS sold ON sold.publisher_id = d.publisher_id AND sold.id = d.transaction_id
      LEFT JOIN program_terms AS terms ON terms.id = sold.terms_id
    ) AS sold
    LEFT JOIN program_rate AS rate ON rate.terms_id = sold.terms_id AND rate.event = sold.event
    CROSS JOIN LATERAL (
      SELECT sold.sequence,
        CASE action WHEN 'amend' THEN least(sold.order_value, reported) ELSE value_before END AS order_value,
        CASE WHEN action <> 'amend' THEN commission_before
          WHEN sold.rule_count > 0 THEN ((${ruledCommission})[1])::bigint
          ELSE coalesce(trunc(sold.order_value::numeric * rate.rate_ppm * 0.000001), rate.fixed_amount)::bigint
        END AS commission,
        CASE status WHEN 'CONFIRMED' THEN round(fee_base::numeric * fee_ppm * 0.000001)::bigint ELSE 0 END AS fee
    ) AS due
    WHERE ${amounts.differ}`,
}

/** The checks that states, entries and postings agree with the decisions. They read `DECIDED` and `ORDER_ENTRIES`. */
export const DECISION_CHECKS: readonly Check[] = [
  ORPHAN_CHECK,
  NUMBER_CHECK,
  STATE_CHECK,
  CLOCK_CHECK,
  ENTRY_CHECK,
  POSTING_CHECK,
  AMOUNT_CHECK,
  buildDuplicateCheck('transaction_decision', ['publisher_id', 'transaction_id', 'sequence']),
  buildDuplicateCheck('transaction_state', ['publisher_id', 'transaction_id']),
]
