import type { Ctx } from '#platform/server/context.ts'

/** Ends the promotions of an erased advertiser, inside the caller's transaction. */
export async function endPromotions(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db
    .updateTable('promotion')
    .set({ endedAt: tx.now })
    .where('advertiserId', '=', advertiserId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Releases the coupon codes of an erased publisher, inside the caller's transaction. */
export async function releaseCoupons(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const sites = tx.db.selectFrom('site').select('id').where('publisherId', '=', publisherId)
  await tx.db
    .updateTable('couponAssignment')
    .set({ releasedAt: tx.now })
    .where('siteId', 'in', sites)
    .where('releasedAt', 'is', null)
    .execute()
}
