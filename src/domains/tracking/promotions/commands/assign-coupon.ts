import { invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findJoinedSite } from '../queries/promotions.ts'
import { foldCode } from '../rules.ts'
import { lockPromotion } from './save-promotion.ts'
import type { PromotionIds } from './save-promotion.ts'

/**
 * Gives a promotion's coupon code to a site of a publisher that joined the programme, or to none with an empty
 * `siteKey`. The former owner keeps what it earned. Orders of the past do not change.
 */
export function assignCoupon(ctx: Ctx, input: PromotionIds & { siteKey: string }) {
  const { advertiserId, promotionId, siteKey } = input
  return inTransaction(ctx, async (tx) => {
    const promotion = await lockPromotion(tx, input)
    if (promotion.code === null) throw invalidField('site_key', { code: 'promotion.no_code' })
    const code = foldCode(promotion.code)
    await tx.db
      .updateTable('couponAssignment')
      .set({ releasedAt: tx.now })
      .where('advertiserId', '=', advertiserId)
      .where('code', '=', code)
      .where('releasedAt', 'is', null)
      .execute()
    if (siteKey !== '') await insertAssignment(tx, { advertiserId, code, siteKey })
    const action = siteKey === '' ? 'coupon.release' : 'coupon.assign'
    await audit(tx, { action, target: `promotion:${promotionId}`, details: { advertiserId, code, siteKey } })
  })
}

async function insertAssignment(tx: Ctx, input: { advertiserId: bigint; code: string; siteKey: string }) {
  const { advertiserId, code, siteKey } = input
  const site = await findJoinedSite(tx.db, { advertiserId, siteKey })
  if (!site) throw invalidField('site_key', { code: 'promotion.site' })
  await refuseViolation(
    tx.db
      .insertInto('couponAssignment')
      .values({ advertiserId, code, siteId: site.id, assignedAt: tx.now, releasedAt: null })
      .execute(),
    { coupon_assignment_code: invalidField('site_key', { code: 'promotion.code_taken' }, 'taken') },
  )
}
