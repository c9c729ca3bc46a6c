import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { coverOldestOrders } from '#domains/orders/transactions/commands/cover-orders.ts'
import { listUncoveredAdvertisers } from '../queries/funding.ts'
import { getAvailable } from '../rules.ts'
import { lockFunds } from './lock-funds.ts'

/** Orders that one transaction covers. */
const BATCH_SIZE = 2000

/**
 * Uses the funds of every advertiser with uncovered orders. What fails for one does not hold up the others. Each batch
 * of a long run has its own time, because its day decides which statement lists it.
 */
export async function coverAllOrders(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  const atPresent = () => ({ ...ctx, now: new Date(ctx.now.getTime() + (performance.now() - startedAt)) })
  const use = (advertiserId: bigint) => useInBatches(atPresent, advertiserId, Infinity)
  await tryEach(await listUncoveredAdvertisers(ctx.db), use, 'The funds of some advertisers were not used.')
}

/**
 * Uses the funds and the credit of an advertiser for its oldest confirmed orders, in batches, each in one transaction:
 * a run that ends in between is continued by the next. All have the time of the context. Answers how many orders it
 * covered.
 */
export function useFunds(
  ctx: Ctx,
  { advertiserId, maxBatches = Infinity }: { advertiserId: bigint; maxBatches?: number },
): Promise<number> {
  return useInBatches(() => ctx, advertiserId, maxBatches)
}

async function useInBatches(getContext: () => Ctx, advertiserId: bigint, maxBatches: number): Promise<number> {
  let orders = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const covered = await inTransaction(getContext(), async (tx) => {
      const available = getAvailable(await lockFunds(tx, advertiserId))
      const outcome = await coverOldestOrders(tx, { advertiserId, available, limit: BATCH_SIZE })
      const { orders: count, commission, fee } = outcome
      const details = { orders: count, commission, fee }
      if (count > 0) await audit(tx, { action: 'funds.use', target: `advertiser:${advertiserId}`, details })
      return outcome
    })
    orders += covered.orders
    if (covered.isDone) break
  }
  return orders
}
