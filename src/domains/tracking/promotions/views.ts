import type { ManagedPromotion } from './contract/managed.ts'
import type { OfferedPromotion } from './contract/promotion.ts'
import type { listManagedPromotions, listOfferedPromotions } from './queries/promotions.ts'
import { checkPromotion, getPromotionState } from './rules.ts'

type OfferedRow = Awaited<ReturnType<typeof listOfferedPromotions>>['promotions'][number]
type ManagedRow = Awaited<ReturnType<typeof listManagedPromotions>>['promotions'][number]

function viewFields(row: ManagedRow | OfferedRow) {
  return {
    id: Number(row.id),
    type: row.kind,
    title: row.title,
    coupon: row.code,
    description: row.description,
    category: row.category,
    commission: row.commissionText,
    start: row.startsOn,
    end: row.endsOn,
    url: row.url,
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
  }
}

/** Builds a promotion for a publisher. Without a commission of its own it shows that of the programme. */
export function viewOfferedPromotion(row: OfferedRow, trackingUrl: string | null): OfferedPromotion {
  return {
    ...viewFields(row),
    commission: row.commissionText === '' ? row.programCommission : row.commissionText,
    is_joined: row.isJoined,
    is_own_coupon: row.isOwnCoupon,
    tracking_url: row.isJoined ? trackingUrl : null,
  }
}

/** Builds a promotion for its advertiser and for operators. */
export function viewManagedPromotion(row: ManagedRow, now: Date): ManagedPromotion {
  const { siteKey, siteName, publisherName, ownerId, linkTestedAt, linkFault, canOwnerEarn } = row
  const hasOwner = siteKey !== null && siteName !== null && publisherName !== null && ownerId !== null
  const link = linkTestedAt && { testedAt: linkTestedAt, hasFailed: linkFault !== null }
  const owner = canOwnerEarn ? 'earns' : 'left'
  return {
    ...viewFields(row),
    state: getPromotionState(row, now),
    owner: hasOwner
      ? { site_key: siteKey, site_name: siteName, publisher_name: publisherName, publisher_id: Number(ownerId) }
      : null,
    link_test: linkTestedAt && { tested_at: linkTestedAt.toISOString(), fault: linkFault },
    checks: checkPromotion({ ...row, link, owner: hasOwner ? owner : 'none' }, now),
  }
}
