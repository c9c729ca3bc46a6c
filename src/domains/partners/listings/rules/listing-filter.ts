import type { SiteKind } from './vocabulary.ts'

interface ListingQuery {
  keyword?: string | undefined
  category?: string | undefined
  country?: string | undefined
  site_kind?: SiteKind | undefined
  verified?: '1' | undefined
  min_clicks?: number | undefined
}

/** Reads which publishers outside a programme a query means. */
export function toListingFilter(query: ListingQuery, { programId }: { programId: bigint }) {
  const { keyword, category, country, site_kind: siteKind, verified, min_clicks: minClicks } = query
  return { programId, keyword, category, country, siteKind, minClicks, isVerified: verified === '1' }
}
