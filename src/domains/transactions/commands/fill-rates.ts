import { sql } from 'kysely'
import { addDays, startOfDay } from '#kernel/days.ts'
import { MAX_ORDER_AMOUNT } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import { findRates } from '#domains/exchange/queries.ts'
import type { FoundRate, RateKey } from '#domains/exchange/queries.ts'
import { formatRate } from '#domains/exchange/rules.ts'
import { listMissingRates } from '../queries/without-rate.ts'
import { toUsd } from '../rules/exchange-order.ts'

/** The orders that one database transaction exchanges. */
const BATCH_SIZE = 1000

/** After this many orders a run ends; the next run exchanges the others. */
const MAX_ORDERS = 250_000

/**
 * Exchanges the orders that wait for a rate and have one now; no other order changes. Each batch is a database
 * transaction with an audit line, so a run that is killed loses at most a batch, which the next run makes up for. An
 * order that a decision has locked waits for the next run. One that is above the bound of an order in USD waits until
 * its advertiser amends or cancels it.
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
    if (left <= 0) return
  }
}

interface WaitingOrder {
  publisherId: bigint
  transactionId: string
  orderValue: bigint
  commission: bigint
  commissionCurrency: string
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
async function lockWaiting(
  tx: Ctx,
  { currency, day, rate }: RateKey & Pick<FoundRate, 'rate'>,
): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    SELECT state.publisher_id, state.transaction_id, state.own_order_value AS order_value,
      state.own_commission AS commission, sold.commission_currency
    FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    WHERE state.order_value IS NULL AND state.currency = ${currency}
      AND state.transaction_at >= ${startOfDay(day)} AND state.transaction_at < ${startOfDay(addDays(day, 1))}
      AND round(state.own_order_value * ${formatRate(rate)}::numeric) <= ${MAX_ORDER_AMOUNT}
    ORDER BY state.publisher_id, state.transaction_id LIMIT ${BATCH_SIZE}
    FOR UPDATE OF state SKIP LOCKED`.execute(tx.db)
  return rows
}
