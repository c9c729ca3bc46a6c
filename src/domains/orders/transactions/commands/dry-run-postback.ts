import { loadOwnTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { previewOrder } from './insert-orders.ts'
import type { CountingOrder } from './insert-orders.ts'
import type { Outcome } from './find-duplicate.ts'
import { receiveFrom } from './receive-postback.ts'
import type { SentBy, TokenSource } from './receive-postback.ts'
import type { TestOutcome } from './receive-test-order.ts'

/** A postback to try. With `acceptedAt` it is judged as if it had come then. */
export type TriedPostback = Pick<SentBy, 'advertiserId' | 'kind' | 'channel' | 'parameters' | 'acceptedAt'>

/** What would happen to a postback. */
export interface DryRun {
  outcome: Outcome | TestOutcome
  /** The order that would be recorded, and the site that would earn it. */
  recorded?: { order: WholeOrder; siteId: bigint }
}

/** An order with what it leaves out where it is as most orders are. */
interface WholeOrder extends Omit<CountingOrder, WorthColumn> {
  commission_currency: string
  /** Null while the currency has no rate. */
  usd_order_value: string | null
  usd_commission: string | null
}

type WorthColumn = 'commission_currency' | 'usd_order_value' | 'usd_commission'

/**
 * Finds out what would happen to a postback, by the commands that receive one. The database transaction is read-only,
 * so nothing can be written.
 */
export function dryRunPostback(ctx: Ctx, tokens: TokenSource, tried: TriedPostback): Promise<DryRun> {
  return ctx.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (db) => {
      const run: Pick<DryRun, 'recorded'> = {}
      const insertOrder = async (order: CountingOrder) => {
        const { insertion, siteId } = await previewOrder(db, order)
        if (insertion === 'fresh' && siteId !== undefined) run.recorded = { order: toWhole(order), siteId }
        return insertion
      }
      const source = { ...tokens, terms: await loadOwnTerms(db, tried), insertOrder }
      const sent = { ...tried, isReadable: true, isDryRun: true }
      const outcome = await receiveFrom({ ...ctx, db }, source, sent)
      return { ...run, outcome }
    })
}

function toWhole(order: CountingOrder): WholeOrder {
  const { currency, order_value, commission, usd_order_value = null, usd_commission = null } = order
  const inUsd =
    currency === BASE_CURRENCY
      ? { usd_order_value: order_value, usd_commission: commission }
      : { usd_order_value, usd_commission }
  return { ...order, commission_currency: order.commission_currency ?? currency, ...inUsd }
}
