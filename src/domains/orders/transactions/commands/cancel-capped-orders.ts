import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { applyDecisions } from './apply-decisions.ts'

/** Clicks of which an advertiser no longer pays orders: of all publishers without an id. */
export interface CappedClicks {
  publisherId: bigint | null
  from: Date
  until: Date
}

/** The orders that are looked at. */
export interface CappedOrders {
  advertiserId: bigint
  clicks: readonly CappedClicks[]
  /** Orders before this time have been looked at. */
  orderedSince: Date
}

/** The orders that one database transaction cancels. */
const BATCH_SIZE = 1000

/**
 * Cancels the orders of clicks that a budget has stopped, with the reason `LIMIT_REACHED`; an order without a click
 * counts by its own time. Leaves alone orders on which anybody has decided, held ones and those of claims. Each batch
 * is a database transaction with an audit line. Answers their number.
 */
export async function cancelCappedOrders(ctx: Ctx, capped: CappedOrders): Promise<number> {
  let cancelled = 0
  for (;;) {
    const count = await inTransaction(ctx, (tx) => cancelBatch(tx, capped))
    cancelled += count
    if (count < BATCH_SIZE) return cancelled
  }
}

async function cancelBatch(tx: Ctx, { advertiserId, clicks, orderedSince }: CappedOrders): Promise<number> {
  const capped = clicks.map(({ publisherId, ...times }) => ({
    publisher_id: publisherId && String(publisherId),
    ...times,
  }))
  const { rows } = await sql<{ publisherId: bigint; transactionId: string }>`
    SELECT state.publisher_id, state.transaction_id
    FROM transaction_state AS state JOIN transaction AS sold
      ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    WHERE state.advertiser_id = ${advertiserId} AND state.status = 'PENDING' AND state.sequence = 0
      AND state.transaction_at >= ${orderedSince} AND sold.claim_id IS NULL AND EXISTS (
        SELECT FROM json_to_recordset(${JSON.stringify(capped)}::json)
          AS capped (publisher_id bigint, "from" timestamptz, until timestamptz)
        WHERE coalesce(capped.publisher_id, sold.publisher_id) = sold.publisher_id
          AND sold.clicked_at >= capped.from AND sold.clicked_at < capped.until
      )
    ORDER BY state.transaction_at, state.transaction_id LIMIT ${BATCH_SIZE}
    FOR UPDATE OF state SKIP LOCKED`.execute(tx.db)
  if (rows.length === 0) return 0
  const decisions = rows.map((order) => ({ ...order, action: 'cancel', reasonCode: 'LIMIT_REACHED' }) as const)
  const outcomes = await applyDecisions(tx, decisions, { decidedAs: 'budget', advertiserId })
  const refused = outcomes.find((outcome) => 'refusal' in outcome)
  if (refused)
    throw new Error(`An order of advertiser ${advertiserId} above its budget was refused`, { cause: refused })
  const details = { cancelled: rows.length, first: rows.at(0)?.transactionId, last: rows.at(-1)?.transactionId }
  await audit(tx, { action: 'transaction.cancel_capped', target: `advertiser:${advertiserId}`, details })
  return rows.length
}
