import { sql } from 'kysely'
import { addDays, startOfDay } from '#kernel/days.ts'
import { MAX_ORDER_AMOUNT } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import { findRates } from '#domains/books/exchange-rates/queries.ts'
import type { FoundRate, RateKey } from '#domains/books/exchange-rates/queries.ts'
import { formatRate } from '#domains/books/exchange-rates/rules.ts'
import { listMissingRates } from '../queries/without-rate.ts'
import type { HoldReason } from '../contract/vocabulary.ts'
import { toUsd } from '../rules/exchange-order.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { TransactionDecision } from './apply-decisions.ts'

/** The orders that one database transaction exchanges. */
const BATCH_SIZE = 1000

/** After this many orders a run ends; the next run exchanges the others. */
const MAX_ORDERS = 250_000

/**
 * Exchanges the orders that wait for a rate and have one now; no other order changes. Each batch is a database
 * transaction with an audit line, so a run that is killed loses at most a batch, which the next run makes up for. An
 * order that a decision has locked waits for the next run. One that is above the bound of an order in USD is held,
 * until its advertiser amends or cancels it.
 */
export async function fillRates(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  // The changes of a long run need their own times, because roll-ups follow these.
  const atPresent = () => ({ ...ctx, now: new Date(ctx.now.getTime() + (performance.now() - startedAt)) })
  let left = MAX_ORDERS
  for (const found of await findRates(ctx.db, await listMissingRates(ctx.db))) {
    for (let filled = BATCH_SIZE; filled === BATCH_SIZE && left > 0; left -= filled) {
      filled = await fillBatch(atPresent(), found)
    }
    await holdAbove(atPresent(), found)
    if (left <= 0) return
  }
}

interface WaitingOrder {
  publisherId: bigint
  transactionId: string
  orderValue: bigint
  commission: bigint
  commissionCurrency: string
  holdReason: HoldReason | null
}

/** Exchanges the next orders of a currency and day. Answers their number. */
function fillBatch(ctx: Ctx, { currency, day, id: rateId, rate }: RateKey & FoundRate): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const orders = await lockWaiting(tx, { currency, day, rate })
    if (orders.length === 0) return 0
    const worths = orders.map((order) => toUsd(order, { currency, commissionCurrency: order.commissionCurrency, rate }))
    await sql`
      UPDATE transaction_state AS state
      SET order_value = given.order_value, commission = given.commission, rate_id = ${rateId}, changed_at = ${tx.now}
      FROM unnest(
        ${orders.map(({ publisherId }) => publisherId)}::bigint[],
        ${orders.map(({ transactionId }) => transactionId)}::uuid[],
        ${worths.map(({ orderValue }) => orderValue)}::bigint[],
        ${worths.map(({ commission }) => commission)}::bigint[]
      ) AS given (publisher_id, transaction_id, order_value, commission)
      WHERE state.publisher_id = given.publisher_id AND state.transaction_id = given.transaction_id`.execute(tx.db)
    const held = orders.filter(({ holdReason }) => holdReason === 'ABOVE_BOUND')
    await applyDecisions(tx, held.map(toDecision('reopen')), { decidedAs: 'rule' })
    await audit(tx, {
      action: 'transaction.exchange',
      target: `exchange-rate:${rateId}`,
      details: { count: orders.length, first: orders.at(0)?.transactionId, last: orders.at(-1)?.transactionId },
    })
    return orders.length
  })
}

/**
 * Locks waiting orders in the order of their keys, as decisions do. Leaves out those that are locked, and those whose
 * value in USD would be above the bound.
 */
async function lockWaiting(tx: Ctx, { rate, ...key }: RateKey & Pick<FoundRate, 'rate'>): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    SELECT state.publisher_id, state.transaction_id, state.own_order_value AS order_value,
      state.own_commission AS commission, sold.commission_currency, state.hold_reason
    FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    WHERE ${isWaiting(key)} AND NOT ${isAbove(rate)}
    ORDER BY state.publisher_id, state.transaction_id LIMIT ${BATCH_SIZE}
    FOR UPDATE OF state SKIP LOCKED`.execute(tx.db)
  return rows
}

/**
 * Holds the undecided orders that the rate makes worth more than the bound, each once; an amendment can bring it below.
 */
function holdAbove(ctx: Ctx, { id: rateId, rate, ...key }: RateKey & FoundRate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<Pick<WaitingOrder, 'publisherId' | 'transactionId'>>`
      SELECT publisher_id, transaction_id FROM transaction_state AS state
      WHERE ${isWaiting(key)} AND ${isAbove(rate)} AND status = 'PENDING' AND hold_reason IS NULL
      ORDER BY publisher_id, transaction_id LIMIT ${BATCH_SIZE}`.execute(tx.db)
    if (rows.length === 0) return
    const outcomes = await applyDecisions(tx, rows.map(toDecision('hold')), { decidedAs: 'rule' })
    const count = outcomes.filter((outcome) => !('refusal' in outcome)).length
    await audit(tx, { action: 'transaction.hold_above', target: `exchange-rate:${rateId}`, details: { count } })
  })
}

function toDecision(action: 'hold' | 'reopen') {
  const holdReason = action === 'hold' ? ('ABOVE_BOUND' as const) : undefined
  return (order: Pick<WaitingOrder, 'publisherId' | 'transactionId'>): TransactionDecision => {
    const { publisherId, transactionId } = order
    return { publisherId, transactionId, action, holdReason }
  }
}

/** Selects the orders of `state` without a value in USD, of a currency and UTC day. */
function isWaiting({ currency, day }: RateKey) {
  return sql`state.order_value IS NULL AND state.currency = ${currency}
    AND state.transaction_at >= ${startOfDay(day)} AND state.transaction_at < ${startOfDay(addDays(day, 1))}`
}

/** Selects the orders of `state` that would be worth more than the bound. */
function isAbove(rate: FoundRate['rate']) {
  return sql`(round(state.own_order_value * ${formatRate(rate)}::numeric) > ${MAX_ORDER_AMOUNT})`
}
