import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import type { List } from '#kernel/list-query.ts'
import { CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { CLICK_BANDS, COMPARISONS, LISTING_SORTS, SITE_KINDS } from './rules/vocabulary.ts'

const path = '/api/v1/brand/publisher-listings'

const succeeded = { success: z.literal(true) }

/** From the first on, and below the second; without a second, any more. */
const BandView = z.object({ from: z.number(), below: z.number().nullable() })

/** What the network measured of a publisher in 90 days, at all brands together; or why nothing is shown. */
const EvidenceView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('few_clicks') }),
  z.object({ kind: z.literal('few_brands') }),
  z.object({
    kind: z.literal('measured'),
    clicks: BandView,
    orders_per_100_clicks: BandView,
    /** Beside all publishers of the network. */
    orders_compared: z.enum(COMPARISONS),
    /** Null with too few decided orders, or if most of them are of one brand. */
    approval: z.object({ percent: BandView, decided: BandView, compared: z.enum(COMPARISONS) }).nullable(),
  }),
])

/** @see EvidenceView */
export type EvidenceView = z.infer<typeof EvidenceView>

/** A publisher as brands find it. */
export const ListingView = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  country: z.string().nullable(),
  /** What its oldest active site is called (`instagram.com/name` or its host), and where that is. */
  site: z.string(),
  site_url: z.string(),
  /** How many active sites it has. */
  site_count: z.number(),
  site_kinds: z.array(z.enum(SITE_KINDS)),
  categories: z.array(z.string()),
  /** The names of the countries of its readers. */
  countries: z.array(z.string()),
  is_verified: z.boolean(),
  listed_on: Day,
  evidence: EvidenceView,
})

/** @see ListingView */
export type ListingView = z.infer<typeof ListingView>

const filter = {
  keyword: plainText(200).optional(),
  category: z.enum(CONTENT_CATEGORIES as readonly [string, ...string[]]).optional(),
  country: z.enum(COUNTRY_CODES as readonly [string, ...string[]]).optional(),
  site_kind: z.enum(SITE_KINDS).optional(),
  verified: z.enum(['1']).optional(),
  /** At least so many clicks; then only publishers who are measured. */
  min_clicks: z.coerce
    .number<string | number>()
    .refine(
      (clicks) => CLICK_BANDS.some((each) => each === clicks),
      coded('input.one_of', {
        name: 'min_clicks',
        values: CLICK_BANDS.join(', '),
      }),
    )
    .optional(),
  sort: z.enum(LISTING_SORTS).optional(),
}

/** Lists the publishers who agreed to be found and have no relation to the programme of the signed-in advertiser. */
export const listListingsCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Publishers outside my programme who agreed to be found, ranked by what the network measured of them',
  query: z.object({ ...filter, ...pageQuery(LIST_PAGE_SIZES, 20) }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      listings: z.array(ListingView),
      sort: z.enum(LISTING_SORTS),
      /** Whether the programme is open; publishers are listed only for an open one. */
      is_open: z.boolean(),
      /** The address at which publishers join the programme; null unless it is open. */
      program_path: z.string().nullable(),
    }),
  }),
})

/** All rows of the same query as CSV. */
export const downloadListingsCall = endpoint({
  method: 'GET',
  path: `${path}/download`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The publishers of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...filter, bom: z.enum(['0', '1']).default('0') }),
})

/** The list of publishers that the signed-in advertiser may invite. */
export const listingList: List = {
  name: 'brand-listings',
  path: '/brand/publishers/find',
  access: listListingsCall.access,
  query: listListingsCall.query,
  columns: ['site', 'evidence', 'categories', 'countries', 'listed'],
  defaultColumns: ['site', 'evidence', 'categories', 'countries'],
}

const ownPath = '/api/v1/account/publishers/me/listing'

/** Tells whether brands find the signed-in publisher, and what they read. */
export const getOwnListingCall = endpoint({
  method: 'GET',
  path: ownPath,
  access: 'publisher',
  encoding: 'none',
  summary: 'Whether brands find you, and what they read about you',
  reply: z.object({
    ...succeeded,
    /** `listing` is what brands read; null unless the publisher agreed, and without an active site. */
    data: z.object({ is_listed: z.boolean(), listing: ListingView.nullable() }),
  }),
})

/** Agrees that brands find the signed-in publisher, or withdraws it at once. */
export const setOwnListingCall = endpoint({
  method: 'POST',
  path: ownPath,
  access: 'publisher',
  encoding: 'json',
  summary: 'Let brands find you, or stop it at once',
  body: z.strictObject({ is_listed: z.boolean() }),
  reply: z.object(succeeded),
})
