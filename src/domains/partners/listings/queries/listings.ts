import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { hasSiteAt } from '#domains/people/publishers/queries.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { CLICK_BANDS } from '../rules/vocabulary.ts'
import type { Comparison, EvidenceKind, ListingSort, SiteKind } from '../rules/vocabulary.ts'

/** Which publishers outside a programme are meant. An absent field filters nothing. */
export interface ListingFilter {
  programId: bigint
  /** A part of the name, or of the address of a site. */
  keyword?: string | undefined
  category?: string | undefined
  /** A country of the readers. */
  country?: string | undefined
  siteKind?: SiteKind | undefined
  isVerified?: boolean | undefined
  /** The lower end of a band of clicks; then only those who are measured. */
  minClicks?: number | undefined
}

/** A publisher as brands find it. */
export interface ListingRow {
  publisherId: bigint
  name: string
  country: string | null
  siteUrl: string
  siteCount: number
  siteKinds: SiteKind[]
  categories: string[]
  countries: string[]
  isVerified: boolean
  listedAt: Date
  evidence: EvidenceKind
  clickBand: number | null
  orderBand: number | null
  ordersCompared: Comparison | null
  decidedBand: number | null
  approvalBand: number | null
  approvalCompared: Comparison | null
}

/** Lists the publishers of a filter. `count` covers all pages. A page beyond the end is the last page. */
export async function listListings(
  db: Db,
  { sort, page, ...filter }: ListingFilter & { sort: ListingSort; page: Page },
): Promise<{ count: number; listings: ListingRow[] }> {
  const count = BigInt(await countListings(db, filter))
  const { rows } = await sql<ListingRow>`
    WITH shown AS MATERIALIZED (
      SELECT listing.* ${selectMatching(filter)}
      ORDER BY ${ORDERS[sort]} LIMIT ${page.size} OFFSET ${getOffset(page, count)}
    )
    ${selectNamed(sql`shown`)} ORDER BY ${ORDERS[sort]}`.execute(db)
  return { count: Number(count), listings: rows }
}

/** Counts the publishers of a filter. */
export async function countListings(db: Db, filter: ListingFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${selectMatching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Finds what brands read about a publisher who agreed; undefined for another one, or without an active site. */
export async function findListing(db: Db, { publisherId }: { publisherId: bigint }): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    WITH shown AS (SELECT * FROM publisher_listing WHERE publisher_id = ${publisherId})
    ${selectNamed(sql`shown`)}`.execute(db)
  return rows[0]
}

/** Tells whether a publisher agreed that brands find it. */
export async function hasListing(db: Db, { publisherId }: { publisherId: bigint }): Promise<boolean> {
  const listing = db.selectFrom('publisherListing').select('publisherId').where('publisherId', '=', publisherId)
  return (await listing.executeTakeFirst()) !== undefined
}

/** Adds the names and the sites, as they are now, to a few listings. */
function selectNamed(shown: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT shown.*, publisher.name, nullif(profile.country, '') AS country, sites.*
    FROM ${shown} JOIN publisher ON publisher.id = shown.publisher_id
    LEFT JOIN publisher_profile AS profile ON profile.id = shown.publisher_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS site_count, (array_agg(url ORDER BY id))[1] AS site_url
      FROM site WHERE site.publisher_id = shown.publisher_id AND is_active HAVING count(*) > 0
    ) AS sites`
}

/** The measured ones first, then those with a verified site, then those who have agreed last. */
const ORDERS: Record<ListingSort, RawBuilder<unknown>> = {
  evidence: sql`score DESC NULLS LAST, is_verified DESC, listed_at DESC, publisher_id`,
  clicks: sql`click_band DESC NULLS LAST, score DESC NULLS LAST, listed_at DESC, publisher_id`,
  listed: sql`listed_at DESC, publisher_id`,
}

/**
 * Selects the listings of a filter. Left out are publishers with any relation to the programme, also a declined one,
 * those without an active site, and those whose account is suspended or closed.
 */
function selectMatching(filter: ListingFilter): RawBuilder<unknown> {
  const { programId, keyword = '', category, country, siteKind, isVerified, minClicks } = filter
  const conditions = [
    sql`cardinality(listing.site_kinds) > 0`,
    sql`NOT EXISTS (SELECT FROM membership AS member
      WHERE member.program_id = ${programId} AND member.publisher_id = listing.publisher_id)`,
    sql`NOT ${hasAccountState(sql`listing.publisher_id`, ['suspended', 'closed'])}`,
  ]
  if (keyword !== '') {
    conditions.push(sql`(${hasSiteAt(sql`listing.publisher_id`, keyword)} OR EXISTS (SELECT FROM publisher
      WHERE publisher.id = listing.publisher_id AND publisher.name ILIKE ${containing(keyword)}))`)
  }
  if (category !== undefined) conditions.push(sql`${category} = ANY (listing.categories)`)
  if (country !== undefined) conditions.push(sql`${country} = ANY (listing.countries)`)
  if (siteKind !== undefined) conditions.push(sql`${siteKind} = ANY (listing.site_kinds)`)
  if (isVerified) conditions.push(sql`listing.is_verified`)
  if (minClicks !== undefined) {
    conditions.push(sql`listing.click_band >= ${CLICK_BANDS.findIndex((bound) => bound === minClicks)}`)
  }
  return sql`FROM publisher_listing AS listing WHERE ${sql.join(conditions, sql` AND `)}`
}
