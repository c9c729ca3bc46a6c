import { getPublisher } from '#domains/publishers/queries.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Stops the payouts to a publisher, with a reason that the publisher reads. Refuses with 409 a second hold. */
export function holdPayouts(ctx: Ctx, { publisherId, reason }: { publisherId: bigint; reason: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await getPublisher(tx.db, { publisherId })
    const hold = { heldAt: tx.now, holdReason: reason }
    const changed = await tx.db
      .insertInto('paymentDetail')
      .values({ id: publisherId, ...hold })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(hold).where('paymentDetail.heldAt', 'is', null))
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal({ code: 'payout.held', status: 409 })
    await audit(tx, { action: 'payout.hold', target: `publisher:${publisherId}` })
  })
}

/** Ends a hold. Refuses with 409 when there is none. */
export function releasePayouts(ctx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await getPublisher(tx.db, { publisherId })
    const changed = await tx.db
      .updateTable('paymentDetail')
      .set({ heldAt: null, holdReason: null })
      .where('id', '=', publisherId)
      .where('heldAt', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal({ code: 'payout.not_held', status: 409 })
    await audit(tx, { action: 'payout.release', target: `publisher:${publisherId}` })
  })
}
