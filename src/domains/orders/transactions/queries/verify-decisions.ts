import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { buildDuplicateCheck, compareColumns, totalOf } from '#platform/server/database/database-check.ts'
import type { Check, JoinedChecks, RowCheck } from '#platform/server/database/database-check.ts'
import { roundShare, selectRuledCommission, truncateShare } from './due-commission.ts'
import { isUnproven } from './unproven.ts'

const accounts = ['confirmed', 'payable', 'receivable', 'funds', 'fee_income'] as const

/** What all entries of each unproven order moved in sum. */
const ORDER_SUMS = sql`
  SELECT *, (confirmed, payable, receivable, funds, fee_income) <> (0, 0, 0, 0, 0)
    OR first_advertiser_id <> last_advertiser_id AS is_moved
  FROM (
    SELECT publisher_id, source_id AS transaction_id,
      ${sql.join(accounts.map((account) => sql`${totalOf(sql.id(account))} AS ${sql.id(account)}`))},
      min(first_advertiser_id) AS first_advertiser_id, max(last_advertiser_id) AS last_advertiser_id
    FROM pg_temp.entry_sum WHERE source_kind IN ('transaction', 'cover') GROUP BY 1, 2
  ) AS order_sum`

const worthColumns = ['order_value', 'commission', 'own_order_value', 'own_commission', 'fee'] as const
const orderColumns = ['advertiser_id', 'transaction_at', ...worthColumns, 'currency'] as const
const decisionColumns = ['sequence', 'status', 'reason_code', 'decided_at', 'decided_by'] as const

/** Selects the state that an order with the decision `d` as its last one has, exchanged at the rate of the state. */
const STATE_ROW = sql`
  SELECT sold.advertiser_id, sold.transaction_at, sold.currency,
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
    CASE d.action WHEN 'cancel' THEN d.reason_code END AS reason_code, d.decided_at, d.decided_by`

const ruledCommission = selectRuledCommission({ sequence: sql`d.sequence`, value: sql`d.value` })

/** Selects the amounts that a decision has to have. The products are exact, because a quotient is rounded before. */
const AMOUNTS_ROW = sql`
  SELECT d.sequence,
    CASE WHEN d.action = 'amend' THEN least(d.value, sold.order_value::bigint) WHEN d.number = 1 THEN sold.order_value
      ELSE d.value_before END AS order_value,
    CASE WHEN d.action <> 'amend' THEN CASE d.number WHEN 1 THEN sold.commission ELSE d.earned_before END
      WHEN terms.rule_count > 0 THEN ((${ruledCommission})[1])::bigint
      ELSE coalesce(${truncateShare(sql`d.value`, sql`rate.rate_ppm`)}, rate.fixed_amount)::bigint END AS commission,
    CASE WHEN d.status <> 'CONFIRMED' THEN 0
      WHEN terms.fee_basis = 'commission' THEN ${roundShare(sql`d.commission`, sql`terms.fee_ppm`)}
      ELSE ${roundShare(sql`d.order_value`, sql`terms.fee_ppm`)} END AS fee`

/** Selects what the entries of an order have moved in sum by its state: nothing if it is not confirmed. */
const OWED_ROW = sql`
  SELECT CASE WHEN is_due THEN stored.transaction_id END AS transaction_id,
    CASE WHEN is_due THEN stored.commission - covered_commission END AS confirmed,
    CASE WHEN is_due THEN covered_commission::bigint END AS payable,
    CASE WHEN is_due THEN covered_commission + covered_fee - stored.commission - stored.fee END AS receivable,
    CASE WHEN is_due THEN -(covered_commission + covered_fee) END AS funds,
    CASE WHEN is_due THEN stored.fee::bigint END AS fee_income`

const POSTED_ROW = sql`SELECT ${sql.join(
  ['transaction_id', ...accounts].map(
    (column) => sql`CASE WHEN is_moved THEN ${sql.id('sum', column)} END AS ${sql.id(column)}`,
  ),
)}`

/** Which rows the checks of orders compare. */
interface OrderTables {
  orders: RawBuilder<unknown>
  decisions: RawBuilder<unknown>
  states: RawBuilder<unknown>
  /** What entries moved, by order. */
  sums: RawBuilder<unknown>
}

/** Joins orders with their decisions, their state, what their entries moved and what follows from them. */
export const joinOrders = ({ orders, decisions, states, sums }: OrderTables) => sql`
  (SELECT *, id AS transaction_id FROM ${orders}) AS sold
  FULL JOIN ${decisions} AS d ON d.publisher_id = sold.publisher_id AND d.transaction_id = sold.transaction_id
  FULL JOIN (
    SELECT *, status = 'CONFIRMED' AND (commission > 0 OR fee > 0) AS is_due FROM ${states}
  ) AS stored ON stored.publisher_id = coalesce(sold.publisher_id, d.publisher_id)
    AND stored.transaction_id = coalesce(sold.transaction_id, d.transaction_id)
  FULL JOIN ${sums} AS sum
    ON sum.publisher_id = coalesce(sold.publisher_id, d.publisher_id, stored.publisher_id)
    AND sum.transaction_id = coalesce(sold.transaction_id, d.transaction_id, stored.transaction_id)
  LEFT JOIN program_terms AS terms ON terms.id = sold.terms_id
  LEFT JOIN program_rate AS rate ON rate.terms_id = sold.terms_id AND rate.event = sold.event
  LEFT JOIN exchange_rate AS used ON used.id = stored.rate_id
  CROSS JOIN LATERAL (${STATE_ROW}) AS said
  CROSS JOIN LATERAL (${AMOUNTS_ROW}) AS due
  CROSS JOIN LATERAL (SELECT d.sequence, d.value AS order_value, d.earned AS commission, d.fee) AS decided
  CROSS JOIN LATERAL (${OWED_ROW}) AS owed
  CROSS JOIN LATERAL (${POSTED_ROW}) AS posted`

const ofOrder = sql`format('transaction %s of publisher %s',
  coalesce(sold.transaction_id, d.transaction_id, stored.transaction_id, sum.transaction_id),
  coalesce(sold.publisher_id, d.publisher_id, stored.publisher_id, sum.publisher_id))`

/** Whether a row is the only one of its order, or the one of its last decision. */
const isLast = sql`d.is_last IS NOT FALSE`

const ORPHAN_CHECK: RowCheck = {
  kind: 'decision',
  differ: sql`d.sequence IS NOT NULL AND sold.transaction_id IS NULL`,
  place: sql`format('decision %s on %s', d.sequence, ${ofOrder})`,
  expected: sql`'a transaction'`,
  found: sql`'none'`,
}

/** Decisions are numbered from 1 without a gap, and each is one that the status before it allows. */
const NUMBER_CHECK: RowCheck = {
  kind: 'number of a decision',
  differ: sql`d.sequence <> d.number OR CASE WHEN d.action IN ('confirm', 'cancel') THEN d.status = d.previous
    WHEN d.action = 'reopen' THEN false ELSE d.status <> d.previous END`,
  place: sql`format('decision %s on %s', d.sequence, ${ofOrder})`,
  expected: sql`format('number %s, after %s', d.number, CASE WHEN d.action IN ('hold', 'extend') THEN 'PENDING'
    WHEN d.action = 'amend' THEN d.status ELSE 'another status than ' || d.status END)`,
  found: sql`format('number %s, %s after %s', d.sequence, d.action, d.previous)`,
}

const state = compareColumns([...orderColumns, ...decisionColumns], 'said', 'stored')

/** Compares the state of each transaction with its order and its decisions. */
const STATE_CHECK: RowCheck = {
  kind: 'state',
  differ: sql`${isLast} AND (sold.transaction_id IS NOT NULL OR stored.transaction_id IS NOT NULL)
    AND (${state.differ})`,
  place: sql`'state of ' || ${ofOrder}`,
  expected: state.expected,
  found: state.found,
}

const amounts = compareColumns(['sequence', 'order_value', 'commission', 'fee'], 'due', 'decided')

/**
 * Replays the amounts of the decisions: only an amendment changes the order value, to at most the reported one, and its
 * commission is that of the terms and their rules, rounded down, both in the currency of the order. The fee is that of
 * the terms on what a confirmed order is worth in USD, rounded half away from zero.
 */
const AMOUNT_CHECK: RowCheck = {
  kind: 'amounts of a decision',
  differ: sql`d.sequence IS NOT NULL AND sold.transaction_id IS NOT NULL AND (${amounts.differ})`,
  place: sql`format('amounts of decision %s on %s', d.sequence, ${ofOrder})`,
  expected: amounts.expected,
  found: amounts.found,
}

/** A confirmed order is covered at most in full, and an order that is not confirmed has no cover and no fee. */
const BOUND_CHECK: RowCheck = {
  kind: 'bound of a state',
  differ: sql`${isLast} AND (
    covered_commission > CASE stored.status WHEN 'CONFIRMED' THEN stored.commission ELSE 0 END
    OR covered_fee > stored.fee OR (stored.status <> 'CONFIRMED' AND stored.fee > 0)
    OR (confirmed_at IS NULL) = (stored.status = 'CONFIRMED'))`,
  place: sql`'state of ' || ${ofOrder}`,
  expected: sql`format('at most %s of %s covered', stored.commission, stored.fee)`,
  found: sql`format('%s and %s covered, confirmed at %s', covered_commission, covered_fee, confirmed_at)`,
}

const money = compareColumns(['transaction_id', ...accounts], 'owed', 'posted')

/**
 * Compares what all entries of a transaction moved in sum with its state: what was confirmed less what was reversed, on
 * the account where its cover has brought it. The sums are zero together, so the entries move nothing to other
 * accounts.
 */
const MONEY_CHECK: RowCheck = {
  kind: 'money of a transaction',
  differ: sql`${isLast} AND (is_due OR is_moved) AND (${money.differ})`,
  place: sql`'money of ' || ${ofOrder}`,
  expected: money.expected,
  found: money.found,
}

/** The accounts of advertisers are those of the order's advertiser in all entries, also where their sums are zero. */
const ADVERTISER_CHECK: RowCheck = {
  kind: 'advertiser of postings',
  differ: sql`${isLast}
    AND (sum.first_advertiser_id <> sold.advertiser_id OR sum.last_advertiser_id <> sold.advertiser_id)`,
  place: sql`'postings of ' || ${ofOrder}`,
  expected: sql`format('accounts of advertiser %s', sold.advertiser_id)`,
  found: sql`format('accounts of advertisers %s to %s', sum.first_advertiser_id, sum.last_advertiser_id)`,
}

/** The checks of the rows of `joinOrders`. */
export const ORDER_ROW_CHECKS: readonly RowCheck[] = [
  ORPHAN_CHECK,
  NUMBER_CHECK,
  STATE_CHECK,
  AMOUNT_CHECK,
  BOUND_CHECK,
  MONEY_CHECK,
  ADVERTISER_CHECK,
]

const ORDER_CHECKS: JoinedChecks = {
  rows: joinOrders({
    orders: sql`transaction WHERE ${isUnproven('id')}`,
    decisions: sql`pg_temp.decided`,
    states: sql`transaction_state WHERE ${isUnproven('transaction_id')}`,
    sums: sql`(${ORDER_SUMS})`,
  }),
  checks: ORDER_ROW_CHECKS,
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

/** The checks of orders, decisions, states and what entries moved. They read `ENTRY_SUMS` and `DECIDED`. */
export const DECISION_CHECKS: readonly JoinedChecks[] = [ORDER_CHECKS]

/** The checks of clocks and of keys. They read no temporary table. */
export const DECISION_KEY_CHECKS: readonly Check[] = [
  CLOCK_CHECK,
  buildDuplicateCheck('entry', ['publisher_id', 'source_kind', 'source_id', 'sequence']),
  buildDuplicateCheck('transaction_decision', ['publisher_id', 'transaction_id', 'sequence']),
  buildDuplicateCheck('transaction_state', ['publisher_id', 'transaction_id']),
]
