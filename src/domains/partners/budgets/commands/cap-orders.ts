import { cancelCappedOrders } from '#domains/orders/transactions/commands/cancel-capped-orders.ts'
import type { CappedClicks } from '#domains/orders/transactions/commands/cancel-capped-orders.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listStops } from '../queries.ts'

/** How far back a run looks for orders: a click can wait a day in the spool, and its order with it. */
const LOOK_BACK_MS = 26 * 3_600_000

/** Cancels the orders of clicks that budgets have stopped. */
export async function capOrders(ctx: Ctx): Promise<void> {
  const orderedSince = new Date(ctx.now.getTime() - LOOK_BACK_MS)
  const clicksOf = new Map<bigint, CappedClicks[]>()
  for (const { advertiserId, ...clicks } of await listStops(ctx.db, ctx)) {
    clicksOf.set(advertiserId, [...(clicksOf.get(advertiserId) ?? []), clicks])
  }
  for (const [advertiserId, clicks] of clicksOf) await cancelCappedOrders(ctx, { advertiserId, clicks, orderedSince })
}
