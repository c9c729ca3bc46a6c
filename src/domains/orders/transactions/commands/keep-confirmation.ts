import type { Ctx } from '#platform/server/context.ts'
import { toKeptDecision } from '../rules/kept-decision.ts'
import type { PostbackDecision } from '../rules/read-decision.ts'
import type { KnownPostback } from './store-postback.ts'

interface AskedConfirmation {
  known: KnownPostback
  asked: PostbackDecision
  key: { publisherId: bigint; transactionId: string }
}

/**
 * Keeps what a postback confirms until the currency of its order has an exchange rate, inside the caller's transaction.
 * An order keeps one confirmation, the first.
 */
export async function keepConfirmation(tx: Ctx, { known, asked, key }: AskedConfirmation): Promise<void> {
  if (known.isDryRun) return
  const { advertiserId } = known
  const { orderRef, event } = asked
  await tx.db
    .insertInto('keptConfirmation')
    .values({
      ...key,
      advertiserId,
      orderRef,
      event,
      decision: JSON.stringify(toKeptDecision(asked, known)),
      keptAt: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['publisherId', 'transactionId']).doNothing())
    .execute()
}
