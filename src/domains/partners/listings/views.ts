import { regionName } from '#kernel/regions.ts'
import { getSiteAddress } from '#kernel/site-url.ts'
import { toDay } from '#kernel/days.ts'
import type { Locale } from '#texts/texts.ts'
import type { EvidenceView, ListingView } from './contract.ts'
import type { ListingRow } from './queries/listings.ts'
import { toBand } from './rules/evidence.ts'
import { APPROVAL_BANDS, CLICK_BANDS, DECIDED_BANDS, ORDER_BANDS } from './rules/vocabulary.ts'

/** A publisher as brands find it. */
export function viewListing(row: ListingRow, locale: Locale): ListingView {
  return {
    publisher_id: Number(row.publisherId),
    publisher_name: row.name,
    country: row.country === null ? null : regionName(row.country, locale),
    site: getSiteAddress(row.siteUrl),
    site_url: row.siteUrl,
    site_count: row.siteCount,
    site_kinds: row.siteKinds,
    categories: row.categories,
    countries: row.countries.map((code) => regionName(code, locale)),
    is_verified: row.isVerified,
    listed_on: toDay(row.listedAt),
    evidence: viewEvidence(row),
  }
}

function viewEvidence(row: ListingRow): EvidenceView {
  const { evidence: kind, clickBand, orderBand, ordersCompared } = row
  if (kind !== 'measured') return { kind }
  if (clickBand === null || orderBand === null || ordersCompared === null) return { kind: 'few_clicks' }
  return {
    kind,
    clicks: toBand(CLICK_BANDS, clickBand),
    orders_per_100_clicks: toBand(ORDER_BANDS, orderBand),
    orders_compared: ordersCompared,
    approval: viewApproval(row),
  }
}

function viewApproval({ decidedBand, approvalBand, approvalCompared: compared }: ListingRow) {
  if (decidedBand === null || approvalBand === null || compared === null) return null
  return { percent: toBand(APPROVAL_BANDS, approvalBand), decided: toBand(DECIDED_BANDS, decidedBand), compared }
}
