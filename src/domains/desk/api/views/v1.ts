import { buildTrackingUrl } from '#domains/tracking/tracking/rules/link.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { rateText, rateValue } from '#domains/programmes/rates/rules/rate.ts'
import { getPromotionState } from '#domains/tracking/promotions/rules.ts'
import type { ApiAdvertiser, ApiPromotion } from '../contract/v1.ts'
import type { DirectoryRow } from '../queries/directory.ts'
import type { PromotionRow } from '../queries/promotions.ts'

/** What the views of advertisers take from the request. */
export interface DirectoryContext {
  trackingOrigin: string
  /** The site whose key the tracking links carry; undefined while the publisher has no active site. */
  siteKey: string | undefined
  now: Date
}

/** An advertiser for programs. */
export function viewApiAdvertiser(row: DirectoryRow, context: DirectoryContext): ApiAdvertiser {
  const terms = termsInForce(row.terms, context.now)
  const currency = terms?.currency ?? ''
  return {
    advertiser_id: Number(row.id),
    name: row.name,
    website: row.website,
    program_status: row.status,
    join_mode: row.joinMode,
    membership: row.membership,
    domains: row.hosts,
    countries: row.countries,
    commission: commissionText(row, context.now),
    rates: (terms?.rates ?? []).map((rate) => ({
      event: rate.event,
      kind: rate.kind,
      value: rateValue(rate),
      currency,
    })),
    window_days: terms?.windowDays ?? null,
    validation_days: terms?.validationDays ?? null,
    tracking_url: trackingUrl(row, context) ?? null,
    updated_time: row.updatedAt.toISOString(),
  }
}

/** A promotion for programs; its link names the promotion. */
export function viewApiPromotion(row: PromotionRow, { trackingOrigin, siteKey, now }: DirectoryContext): ApiPromotion {
  const isLinked = row.isJoined && siteKey !== undefined
  const link = isLinked && { trackingOrigin, siteKey, subs: NO_SUBS, promotionId: row.id, url: row.url }
  return {
    promotion_id: Number(row.id),
    state: getPromotionState(row, now),
    type: row.kind,
    title: row.title,
    description: row.description,
    coupon: row.code,
    category: row.category,
    commission: row.commissionText === '' ? row.programCommission : row.commissionText,
    start: row.startsOn,
    end: row.endsOn,
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    url: row.url,
    tracking_url: link ? buildTrackingUrl(link) : null,
    updated_time: row.updatedAt.toISOString(),
  }
}

/** The text of the programme about its commission, or else the rates in force. */
export function commissionText(row: DirectoryRow, now: Date): string {
  if (row.commissionText !== '') return row.commissionText
  const terms = termsInForce(row.terms, now)
  return (terms?.rates ?? []).map((rate) => `${rate.event} ${rateText(rate, terms?.currency ?? '')}`).join(' · ')
}

/** The tracking link to the advertiser's website; undefined until the publisher has joined. */
export function trackingUrl(row: DirectoryRow, { trackingOrigin, siteKey }: DirectoryContext): string | undefined {
  if (row.membership !== 'joined' || siteKey === undefined) return undefined
  return buildTrackingUrl({ trackingOrigin, siteKey, subs: NO_SUBS, url: row.website })
}

/** The sub ids of a link without any. */
export const NO_SUBS = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }
