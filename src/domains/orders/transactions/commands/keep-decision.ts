import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { MAX_KEPT_DECISIONS, toKeptDecision } from '../rules/kept-decision.ts'
import type { KeptDecision } from '../rules/kept-decision.ts'
import type { PostbackDecision } from '../rules/read-decision.ts'
import type { Outcome } from './find-duplicate.ts'
import { acceptPostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'
import { findWaitingOrder, lockWaitingOrders } from './wait-for-clock.ts'

interface KeptPostback {
  known: KnownPostback
  asked: PostbackDecision
  /** Whether the same postback has just reported the order, and so is stored. */
  isStored: boolean
}

/**
 * Keeps what a postback decides with its order while that waits for the clock, and answers `accepted`; the repeat of a
 * kept decision changes nothing. Answers `undefined` if the order does not wait, and `retry` if it keeps too many.
 */
export function keepDecision(ctx: Ctx, { known, asked, isStored }: KeptPostback): Promise<Outcome | undefined> {
  return inTransaction(ctx, async (tx) => {
    if (!known.isDryRun) await lockWaitingOrders(tx, known.advertiserId)
    const key = { advertiserId: known.advertiserId, orderRef: asked.orderRef, event: asked.event }
    const waiting = await findWaitingOrder(tx.db, key)
    if (!waiting) return undefined
    const kept = toKeptDecision(asked, known)
    if (!waiting.decisions.some((earlier) => isDeepStrictEqual(toRequest(earlier), toRequest(kept)))) {
      if (waiting.decisions.length === MAX_KEPT_DECISIONS) return { result: 'retry', reason: 'too_many_waiting' }
      if (known.isDryRun) return acceptPostback(tx, known)
      await tx.db
        .updateTable('waitingOrder')
        .set({ decisions: JSON.stringify([...waiting.decisions, kept]) })
        .where('advertiserId', '=', key.advertiserId)
        .where('orderRef', '=', key.orderRef)
        .where('event', '=', key.event)
        .execute()
    }
    return isStored ? { result: 'accepted', reason: 'clock_ahead', transactionId: null } : acceptPostback(tx, known)
  })
}

function toRequest({ channel: _channel, parameters: _parameters, ...request }: KeptDecision) {
  return request
}
