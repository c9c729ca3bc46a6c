import type { Ctx } from '#platform/server/context.ts'
import type { WaitingOrderKey } from '../queries/waiting-orders.ts'
import { fromKeptDecision } from '../rules/kept-decision.ts'
import type { KeptDecision } from '../rules/kept-decision.ts'
import { decideRecorded } from './decide-by-postback.ts'
import { rejectPostback } from './store-postback.ts'

/**
 * Makes what a postback decided before its order could be decided, inside the caller's transaction. Where it cannot be
 * made, the postback that asked for it is stored as rejected.
 */
export async function makeKept(tx: Ctx, { advertiserId, orderRef, event }: WaitingOrderKey, kept: KeptDecision) {
  const { channel, parameters } = kept
  const known = { advertiserId, click: undefined, channel, parameters }
  const asked = fromKeptDecision({ orderRef, event }, kept)
  const decided = await decideRecorded(tx, { known, mayDecide: true }, asked)
  if (!decided) await rejectPostback(tx, known, 'unknown_order')
}
