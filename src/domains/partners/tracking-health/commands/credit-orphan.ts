import { creditOrder } from '#domains/figures/claims/commands/credit-order.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readCredit } from '../queries/orphan-credits.ts'
import { findOrphan } from '../queries/orphans.ts'
import type { FoundOrphan } from '../queries/orphans.ts'
import { suggestForAll } from '../queries/suggestions.ts'
import type { SuggestionSource } from '../queries/suggestions.ts'
import type { DismissalReason } from '../rules/dismissal.ts'

/** An order without a click, named by a postback that reported it. */
interface NamedOrphan {
  advertiserId: bigint
  postbackId: string
}

/** To whom an order is credited, and what the publisher reads. */
interface OrphanCredit extends SuggestionSource {
  postbackId: string
  publisherId: bigint
  note: string
}

/**
 * Credits an order that matched no click to a publisher that is suggested for it, as `creditOrder` does. Any other
 * publisher and postback are not found. Refuses with 409 one that was put aside.
 */
export async function creditOrphan(ctx: Ctx, { postbackId, publisherId, note, ...source }: OrphanCredit) {
  const { advertiserId } = source
  const orphan = await getOpenOrphan(ctx, { advertiserId, postbackId })
  const suggestions = (await suggestForAll(ctx.db, source, [orphan])).get(orphan.id) ?? []
  const suggestion = suggestions.find((each) => each.publisherId === publisherId)
  if (!suggestion) throw notFound()
  const order = await readCredit(ctx, { advertiserId, orphan, suggestion })
  return creditOrder(ctx, { ...order, note })
}

/** Puts an order that matched no click aside. Refuses with 409 a second time, and one that is recorded. */
export function dismissOrphan(
  ctx: Ctx,
  { reason, ...named }: NamedOrphan & { reason: DismissalReason },
): Promise<void> {
  const { advertiserId } = named
  return inTransaction(ctx, async (tx) => {
    const { orderRef, isRecorded } = await getOpenOrphan(tx, named)
    if (isRecorded) throw new Refusal({ code: 'claim.recorded', status: 409 })
    await tx.db
      .insertInto('orphanDismissal')
      .values({
        advertiserId,
        orderRef,
        reason,
        dismissedAt: tx.now,
        dismissedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await audit(tx, { action: 'orphan.dismiss', target: `postback:${named.postbackId}`, details: { orderRef, reason } })
  })
}

/** Takes back that an order was put aside. One that is not put aside is not found. */
export function restoreOrphan(ctx: Ctx, named: NamedOrphan): Promise<void> {
  const { advertiserId } = named
  return inTransaction(ctx, async (tx) => {
    const orphan = await findOrphan(tx.db, named)
    if (!orphan?.dismissal) throw notFound()
    const { orderRef } = orphan
    await tx.db
      .deleteFrom('orphanDismissal')
      .where('advertiserId', '=', advertiserId)
      .where('orderRef', '=', orderRef)
      .execute()
    await audit(tx, { action: 'orphan.restore', target: `postback:${named.postbackId}`, details: { orderRef } })
  })
}

async function getOpenOrphan({ db }: Ctx, named: NamedOrphan): Promise<FoundOrphan> {
  const orphan = await findOrphan(db, named)
  if (!orphan) throw notFound()
  if (orphan.dismissal) throw new Refusal({ code: 'orphan.dismissed', status: 409 })
  return orphan
}
