import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listCouponSections: ListSections = ({ id }) => ({
  coupon_codes: sql`SELECT assigned.* FROM coupon_assignment AS assigned JOIN site ON site.id = assigned.site_id
    WHERE site.publisher_id = ${id} ORDER BY assigned.id`,
})

export const listPromotionSections: ListSections = ({ isOwn }) => ({
  promotions: sql`SELECT * FROM promotion WHERE ${isOwn} ORDER BY id`,
})

/**
 * Ends the promotions of an erased advertiser and deletes their texts, addresses and tests, inside the caller's
 * transaction. Coupon codes stay, because orders name them.
 */
export async function endPromotions(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db
    .updateTable('promotion')
    .set({
      title: sql<string>`'Erased promotion ' || id`,
      description: '',
      commissionText: '',
      url: 'https://erased.invalid/',
      endedAt: sql<Date>`coalesce(ended_at, ${tx.now})`,
    })
    .where('advertiserId', '=', advertiserId)
    .execute()
  await tx.db.deleteFrom('linkTest').where('advertiserId', '=', advertiserId).execute()
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
