import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { makeKept } from './make-kept.ts'

/** The most confirmations that one run makes; the next run makes the others. */
const MAX_CONFIRMATIONS = 5000

interface OrderKey {
  publisherId: bigint
  transactionId: string
}

/**
 * Makes the kept confirmations whose orders have their value in USD now, each in a database transaction of its own. An
 * order that was held since its confirmation came keeps it until the hold ends. After a failure it goes on with the
 * others and throws at the end.
 */
export async function makeKeptConfirmations(ctx: Ctx): Promise<void> {
  const { rows } = await sql<OrderKey>`
    SELECT kept.publisher_id, kept.transaction_id FROM kept_confirmation AS kept
    JOIN transaction_state AS state
      ON state.publisher_id = kept.publisher_id AND state.transaction_id = kept.transaction_id
    WHERE state.status = 'CANCELLED' OR state.order_value IS NOT NULL AND (
      state.hold_reason IS NULL OR NOT EXISTS (
        SELECT FROM transaction_decision AS held WHERE held.publisher_id = kept.publisher_id
          AND held.transaction_id = kept.transaction_id AND held.action = 'hold' AND held.decided_at > kept.kept_at
      )
    )
    ORDER BY kept.kept_at LIMIT ${MAX_CONFIRMATIONS}`.execute(ctx.db)
  const startedAt = performance.now()
  const failures: unknown[] = []
  for (const key of rows) {
    // The decisions of a long run need their own times, because readers of changes follow these.
    const now = new Date(ctx.now.getTime() + (performance.now() - startedAt))
    await makeConfirmation({ ...ctx, now }, key).catch((error: unknown) => failures.push(error))
  }
  if (failures.length === 0) return
  throw new Error(`${failures.length} kept confirmations could not be made`, { cause: failures[0] })
}

function makeConfirmation(ctx: Ctx, key: OrderKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const kept = await tx.db
      .deleteFrom('keptConfirmation')
      .where('publisherId', '=', key.publisherId)
      .where('transactionId', '=', key.transactionId)
      .returningAll()
      .executeTakeFirst()
    if (!kept) return
    await makeKept(tx, kept, kept.decision)
    const { advertiserId, publisherId, keptAt: keptSince } = kept
    await audit(tx, {
      action: 'kept_confirmation.make',
      target: `transaction:${kept.transactionId}`,
      details: { publisherId, advertiserId, keptSince },
    })
  })
}
