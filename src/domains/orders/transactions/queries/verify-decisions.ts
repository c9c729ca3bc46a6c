import { sql } from 'kysely'
import {
  buildComparison,
  buildDuplicateCheck,
  compareColumns,
  readWhole,
} from '#platform/server/database/database-check.ts'
import type { Check } from '#platform/server/database/database-check.ts'
import { roundShare, selectRuledCommission, truncateShare } from './due-commission.ts'
import { usedRates } from './verify-exchange.ts'

/**
 * The decisions with what was before each of them: its number by counting, the status, and the amounts in the currency
 * of the order; and what it changes of what is due.
 */
export const DECIDED = sql`
  SELECT *, row_number() OVER earlier AS number, lag(status, 1, 'PENDING') OVER earlier AS previous,
    lag(value) OVER earlier AS value_before, lag(earned) OVER earlier AS earned_before,
    commission_due - lag(commission_due, 1, 0::bigint) OVER earlier AS commission_change,
    fee - lag(fee, 1, 0::bigint) OVER earlier AS fee_change
  FROM (
    SELECT publisher_id, transaction_id, sequence, action, status, order_value, commission, fee::bigint AS fee,
      coalesce(own_order_value, order_value)::bigint AS value, coalesce(own_commission, commission)::bigint AS earned,
      CASE status WHEN 'CONFIRMED' THEN commission ELSE 0 END::bigint AS commission_due
    FROM ${readWhole('transaction_decision')}
  ) AS decision
  WINDOW earlier AS (PARTITION BY publisher_id, transaction_id ORDER BY sequence)`

const ofDecision = sql`format('decision %s on transaction %s of publisher %s', sequence, transaction_id, publisher_id)`
const ofState = sql<string>`format('state of transaction %s of publisher %s', transaction_id, publisher_id)`

const ORPHAN_CHECK: Check = {
  kind: 'decision',
  differences: sql`
    SELECT ${ofDecision} AS place, 'a transaction' AS expected, 'none' AS found
    FROM transaction_decision LEFT JOIN (SELECT publisher_id, id AS transaction_id, id FROM transaction) AS sold
      USING (publisher_id, transaction_id)
    WHERE sold.id IS NULL`,
}

/** Decisions are numbered from 1 without a gap, and each is one that the status before it allows. */
const NUMBER_CHECK: Check = {
  kind: 'number of a decision',
  differences: sql`
    SELECT ${ofDecision} AS place,
      format('number %s, after %s', number, CASE WHEN action IN ('hold', 'extend') THEN 'PENDING'
        WHEN action = 'amend' THEN status ELSE 'another status than ' || status END) AS expected,
      format('number %s, %s after %s', sequence, action, previous) AS found
    FROM (${DECIDED}) AS decision
    WHERE sequence <> number OR CASE WHEN action IN ('confirm', 'cancel') THEN status = previous
      WHEN action = 'reopen' THEN false ELSE status <> previous END`,
}

const amounts = compareColumns(['sequence', 'order_value', 'commission', 'fee'], 'due', 'decided')
const ruledCommission = selectRuledCommission({ sequence: sql`d.sequence`, value: sql`d.value` })

/**
 * Replays the amounts of the decisions: only an amendment changes the order value, to at most the reported one, and its
 * commission is that of the terms and their rules, rounded down, both in the currency of the order. The fee is that of
 * the terms on what a confirmed order is worth in USD, rounded half away from zero.
 */
const AMOUNT_CHECK: Check = {
  kind: 'amounts of a decision',
  differences: sql`
    SELECT format('amounts of decision %s on transaction %s of publisher %s', d.sequence, d.transaction_id,
      d.publisher_id) AS place, ${amounts.expected} AS expected, ${amounts.found} AS found
    FROM (${DECIDED}) AS d
    JOIN (SELECT *, id AS transaction_id FROM transaction) AS sold
      ON sold.publisher_id = d.publisher_id AND sold.transaction_id = d.transaction_id
    LEFT JOIN program_terms AS terms ON terms.id = sold.terms_id
    LEFT JOIN program_rate AS rate ON rate.terms_id = sold.terms_id AND rate.event = sold.event
    CROSS JOIN LATERAL (
      SELECT d.sequence,
        CASE WHEN d.action = 'amend' THEN least(d.value, sold.order_value::bigint)
          WHEN d.number = 1 THEN sold.order_value ELSE d.value_before END AS order_value,
        CASE WHEN d.action <> 'amend' THEN CASE d.number WHEN 1 THEN sold.commission ELSE d.earned_before END
          WHEN terms.rule_count > 0 THEN ((${ruledCommission})[1])::bigint
          ELSE coalesce(${truncateShare(sql`d.value`, sql`rate.rate_ppm`)}, rate.fixed_amount)::bigint END
          AS commission,
        CASE WHEN d.status <> 'CONFIRMED' THEN 0
          WHEN terms.fee_basis = 'commission' THEN ${roundShare(sql`d.commission`, sql`terms.fee_ppm`)}
          ELSE ${roundShare(sql`d.order_value`, sql`terms.fee_ppm`)} END AS fee
    ) AS due
    CROSS JOIN LATERAL (SELECT d.sequence, d.value AS order_value, d.earned AS commission, d.fee) AS decided
    WHERE ${amounts.differ}`,
}

const worthColumns = ['order_value', 'commission', 'own_order_value', 'own_commission', 'fee'] as const
const decisionColumns = ['sequence', 'status', 'reason_code', 'decided_at', 'decided_by'] as const
const stateColumns = ['advertiser_id', 'transaction_at', ...worthColumns, 'currency', ...decisionColumns] as const

/**
 * Compares the state of each transaction with its order and its last decision, exchanged at the rate of the state,
 * which another check compares.
 */
const STATE_CHECK = buildComparison({
  kind: 'state',
  key: ['publisher_id', 'transaction_id'],
  place: ofState,
  columns: stateColumns,
  expected: sql`
    SELECT sold.publisher_id, sold.id AS transaction_id, sold.advertiser_id, sold.transaction_at, sold.currency,
      CASE sold.currency WHEN 'USD' THEN coalesce(d.order_value, sold.order_value)
        ELSE round(coalesce(d.own_order_value, sold.order_value) * used.rate)::bigint END AS order_value,
      CASE WHEN sold.currency = 'USD' THEN coalesce(d.commission, sold.commission)
        WHEN sold.commission_currency <> 'USD'
        THEN round(coalesce(d.own_commission, sold.commission) * used.rate)::bigint
        WHEN used.rate IS NOT NULL THEN coalesce(d.own_commission, sold.commission) END AS commission,
      CASE WHEN sold.currency <> 'USD' THEN coalesce(d.own_order_value, sold.order_value) END AS own_order_value,
      CASE WHEN sold.currency <> 'USD' THEN coalesce(d.own_commission, sold.commission) END AS own_commission,
      coalesce(d.fee, 0) AS fee, coalesce(d.sequence, 0) AS sequence,
      coalesce(d.status, 'PENDING')::transaction_status AS status,
      CASE d.action WHEN 'cancel' THEN d.reason_code END AS reason_code, d.decided_at, d.decided_by
    FROM transaction AS sold
    LEFT JOIN (
      SELECT DISTINCT ON (publisher_id, transaction_id) * FROM ${readWhole('transaction_decision')}
      ORDER BY publisher_id, transaction_id, sequence DESC
    ) AS d ON d.publisher_id = sold.publisher_id AND d.transaction_id = sold.id
    LEFT JOIN (${usedRates}) AS used ON used.publisher_id = sold.publisher_id AND used.transaction_id = sold.id`,
  found: sql`SELECT publisher_id, transaction_id, ${sql.join(stateColumns.map((column) => sql.id(column)))}
    FROM transaction_state`,
})

/** A confirmed order is covered at most in full, and an order that is not confirmed has no cover and no fee. */
const BOUND_CHECK: Check = {
  kind: 'bound of a state',
  differences: sql`
    SELECT ${ofState} AS place, format('at most %s of %s covered', commission, fee) AS expected,
      format('%s and %s covered, confirmed at %s', covered_commission, covered_fee, confirmed_at) AS found
    FROM transaction_state
    WHERE covered_commission > CASE status WHEN 'CONFIRMED' THEN commission ELSE 0 END OR covered_fee > fee
      OR (status <> 'CONFIRMED' AND fee > 0) OR (confirmed_at IS NULL) = (status = 'CONFIRMED')`,
}

const isWaiting = sql`extensions > 0 OR hold_reason IS NOT NULL OR due_at IS NOT NULL`

/** Compares hold and extension of each state with the decisions that made and ended them. */
const CLOCK_CHECK = buildComparison({
  kind: 'clock of a state',
  key: ['publisher_id', 'transaction_id'],
  place: sql`format('clock of transaction %s of publisher %s', transaction_id, publisher_id)`,
  columns: ['extensions', 'hold_reason', 'due_at'],
  expected: sql`
    SELECT * FROM (
      SELECT publisher_id, transaction_id, count(*) FILTER (WHERE action = 'extend') AS extensions,
        (array_agg(hold_reason::text ORDER BY sequence DESC)
          FILTER (WHERE action IN ('confirm', 'cancel', 'reopen', 'hold')))[1] AS hold_reason,
        (array_agg(due_at ORDER BY sequence DESC)
          FILTER (WHERE action IN ('confirm', 'cancel') OR due_at IS NOT NULL))[1] AS due_at
      FROM transaction_decision GROUP BY 1, 2
    ) AS decided WHERE ${isWaiting}`,
  found: sql`
    SELECT publisher_id, transaction_id, extensions, hold_reason::text AS hold_reason, due_at
    FROM transaction_state WHERE ${isWaiting}`,
})

/** The checks that decisions follow each other and from the order and its terms, and that states say what they say. */
export const DECISION_CHECKS: readonly Check[] = [
  ORPHAN_CHECK,
  NUMBER_CHECK,
  AMOUNT_CHECK,
  STATE_CHECK,
  BOUND_CHECK,
  CLOCK_CHECK,
  buildDuplicateCheck('transaction_decision', ['publisher_id', 'transaction_id', 'sequence']),
  buildDuplicateCheck('transaction_state', ['publisher_id', 'transaction_id']),
]
