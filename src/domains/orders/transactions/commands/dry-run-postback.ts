import { loadOwnTerms } from '#domains/tracking/tracking/queries/catalog.ts'
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
  recorded?: { order: CountingOrder; siteId: bigint }
}

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
        if (insertion === 'fresh' && siteId !== undefined) run.recorded = { order, siteId }
        return insertion
      }
      const source = { ...tokens, terms: await loadOwnTerms(db, tried), insertOrder }
      const sent = { ...tried, isReadable: true, isDryRun: true }
      const outcome = await receiveFrom({ ...ctx, db }, source, sent)
      return { ...run, outcome }
    })
}
