import { findCouponOwner } from '#domains/tracking/promotions/queries/coupon-owners.ts'
import type { Db } from '#database'

/** Finds the first of several coupon codes of an advertiser whose owner may earn now, and the site that owns it. */
export async function findOwnedCode(
  db: Db,
  { advertiserId, codes }: { advertiserId: bigint; codes: readonly string[] },
): Promise<{ code: string; publisherId: bigint; siteId: bigint } | undefined> {
  for (const code of codes) {
    const owner = await findCouponOwner(db, { advertiserId, code })
    if (owner) return { code, ...owner }
  }
  return undefined
}
