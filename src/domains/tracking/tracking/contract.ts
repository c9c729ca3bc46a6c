import { z } from 'zod'
import { cursorQuery, cursorReply, hasOneCursor } from '#kernel/cursor.ts'
import { dayFilter, hasOrderedDays } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { MEMBERSHIP_STATUSES } from '#domains/programmes/programs/rules.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { Id } from '#kernel/ids.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { DESTINATION_FAULTS } from './rules/destination.ts'
import { MAX_WRITTEN_SUB_ID } from './rules/link-query.ts'
import { VERDICTS } from './rules/verdict.ts'

/** The kinds of device that a click keeps. The database checks the list. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const

/** One of `DEVICES`. */
export type Device = (typeof DEVICES)[number]

const SubId = plainText(MAX_WRITTEN_SUB_ID).default('')

const SUB_IDS = { id: SubId, sub2: SubId, sub3: SubId, sub4: SubId, sub5: SubId }

/** The number of addresses that one call turns into links at most. */
export const MAX_LINKS_AT_ONCE = 100

/** The number of links in the list of the last links that a publisher made. */
export const KEPT_LINKS = 20

/**
 * The effects of a tracking link to a host. Only `joined` earns. The others redirect visitors without earning, except
 * `undeclared`, which does not redirect.
 */
export const LINK_TARGETS = [
  'joined',
  'not_joined',
  'program_closed',
  'suspended',
  'site_inactive',
  'undeclared',
] as const

/** One of `LINK_TARGETS`. */
export type LinkTarget = (typeof LINK_TARGETS)[number]

const LinkUrls = z.object({
  site_key: z.string(),
  tracking_url: z.string(),
  /** The same link with the site key in its path. */
  short_url: z.string(),
})

const LinkAnswer = z.object({
  /** The address as it was sent. */
  url: z.string(),
  /** Why there is no link. */
  fault: z.enum(DESTINATION_FAULTS).nullable(),
  link: LinkUrls.extend({
    /** The host of the address, with its port unless that is 80 or 443. */
    hostname: z.string(),
    target: z.enum(LINK_TARGETS),
    advertiser_name: z.string().nullable(),
    /** Your relation to the programme; null without one. */
    membership: z.enum(MEMBERSHIP_STATUSES).nullable(),
    /** The programme, if you can ask to join it now: `public_id` and `slug` name its page. */
    joinable: z.object({ public_id: z.number(), slug: z.string(), joins_at_once: z.boolean() }).nullable(),
  }).nullable(),
})

/** The link to one address, or why there is none. */
export type LinkAnswer = z.infer<typeof LinkAnswer>

/** The key of one of the publisher's sites; empty for the first active one. */
const SiteKey = plainText(40).default('')

export const makeLinkCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/link',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Make a tracking link for any page, and see whether it can earn',
  query: z.object({ key: SiteKey, url: z.string().trim().default(''), ...SUB_IDS }),
  reply: z.object({
    success: z.literal(true),
    sites: z.array(z.object({ key: z.string(), name: z.string(), is_active: z.boolean() })),
    ...LinkAnswer.omit({ url: true }).shape,
  }),
})

/** The longest range of days that a hit search covers. */
export const MAX_HIT_DAYS = 7

/** Rows per page of the hit search by default. */
const DEFAULT_HITS_PER_PAGE = 20

/** One hit on a tracking link. The names are in the reader's language. */
export const HitView = z.object({
  hit_id: z.uuid(),
  hit_at: z.iso.datetime(),
  verdict: z.enum(VERDICTS),
  site_name: z.string().nullable(),
  advertiser_name: z.string().nullable(),
  /** The page on which the link stood. */
  referrer: z.string().nullable(),
  destination: z.string().nullable(),
  /** Sub 1 to sub 5; empty where the link has none. */
  subs: z.array(z.string()),
  country: z.string().nullable(),
  device: z.enum(DEVICES).nullable(),
})

/** @see HitView */
export type HitView = z.infer<typeof HitView>

const hitFilter = {
  /** The key of one of your sites. */
  key: plainText(64).default(''),
  /** One of the five sub ids of the link. */
  sub_id: plainText(255).default(''),
  ...dayFilter,
}

const orderedDays = { path: ['begin'], message: coded('input.range_order') }

/**
 * Lists hits of the signed-in publisher in at most seven days (UTC), newest first. With `click_token` it answers the
 * hit of that token alone; a token of another publisher is answered as one that does not exist.
 */
export const listHitsCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/hits',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'My hits of up to 7 days (UTC), newest first, or the hit of one click token',
  query: z
    .object({
      click_token: plainText(64).default(''),
      ...hitFilter,
      verdict: z.enum(VERDICTS).optional(),
      page_size: pageQuery(LIST_PAGE_SIZES, DEFAULT_HITS_PER_PAGE).page_size,
      ...cursorQuery,
    })
    .refine(hasOrderedDays, orderedDays)
    .refine(hasOneCursor, { path: ['before'], message: coded('transaction.cursor') }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      hits: z.array(HitView),
      ...cursorReply,
      sites: z.array(z.object({ key: z.string(), name: z.string() })),
    }),
  }),
})

/** Counts the hits of the same search by verdict. The counts add up to `count`. */
export const countHitsCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/hits/counts',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'Number of my hits of up to 7 days (UTC) by verdict',
  query: z.object(hitFilter).refine(hasOrderedDays, orderedDays),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), counts: z.partialRecord(z.enum(VERDICTS), z.number()) }),
  }),
})

export const makeLinksCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/links',
  access: 'publisher-full',
  encoding: 'json',
  summary: 'Make tracking links for many pages at once, and keep them in the list of your last links',
  body: z.strictObject({
    key: SiteKey,
    urls: z
      .array(z.string().trim())
      .min(1, coded('required'))
      .max(MAX_LINKS_AT_ONCE, coded('link.too_many', { max: MAX_LINKS_AT_ONCE })),
    ...SUB_IDS,
  }),
  reply: z.object({
    success: z.literal(true),
    /** One answer per address, in the same order. */
    links: z.array(LinkAnswer),
  }),
})

const CustomLinkView = LinkUrls.extend({
  site_name: z.string(),
  /** The destination. */
  url: z.string(),
  id: z.string(),
  sub2: z.string(),
  sub3: z.string(),
  sub4: z.string(),
  sub5: z.string(),
  made_at: z.iso.datetime(),
})

/** One of the last links that a publisher made. */
export type CustomLinkView = z.infer<typeof CustomLinkView>

export const listCustomLinksCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/links',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The last links that you made, newest first',
  reply: z.object({ success: z.literal(true), links: z.array(CustomLinkView) }),
})

const ShortLinkView = z.object({
  link_id: z.number(),
  ending: z.string(),
  /** The address that the publisher publishes. */
  short_url: z.string(),
  site_key: z.string(),
  site_name: z.string(),
  /** The destination. */
  url: z.string(),
  /** Sub 1 to sub 5; empty where the link has none. */
  subs: z.array(z.string()),
  made_at: z.iso.datetime(),
})

/** A short link with an ending that its publisher chose. */
export type ShortLinkView = z.infer<typeof ShortLinkView>

const shortLinks = '/api/v1/account/publishers/me/short_links'

export const makeShortLinkCall = endpoint({
  method: 'POST',
  path: shortLinks,
  access: 'publisher-full',
  encoding: 'json',
  summary: 'Make a short link to a page, with an ending that you choose',
  body: z.strictObject({ key: SiteKey, url: z.string().trim(), ending: z.string().max(200), ...SUB_IDS }),
  reply: z.object({ success: z.literal(true), link: ShortLinkView }),
})

export const listShortLinksCall = endpoint({
  method: 'GET',
  path: shortLinks,
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Your short links, newest first',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 10)),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), links: z.array(ShortLinkView) }),
  }),
})

export const deleteShortLinkCall = endpoint({
  method: 'POST',
  path: `${shortLinks}/:link_id/delete`,
  access: 'publisher-full',
  encoding: 'json',
  summary: 'Delete a short link for good; nobody gets its ending afterwards',
  params: z.object({ link_id: Id }),
  reply: z.object({ success: z.literal(true) }),
})

/** What an installation check found: the script with the site's key, or why not. */
export const INSTALLATION_RESULTS = ['found', 'other_key', 'missing', 'unreachable'] as const

/** One of `INSTALLATION_RESULTS`. */
export type InstallationResult = (typeof INSTALLATION_RESULTS)[number]

export const checkInstallCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/check_install',
  access: 'publisher',
  encoding: 'form',
  summary: 'Fetch a page of one of your sites and look for the tracking script with the key of the site',
  body: z.strictObject({
    /** The page to fetch; it belongs to the host of the site. */
    site_url: requiredText(2000),
    /** The text of the script tag; white space does not count. It names the site by its key. */
    check_str: requiredText(4000),
    csrfmiddlewaretoken: z.string().optional(),
  }),
  reply: z.object({ success: z.boolean(), message: z.string(), result: z.enum(INSTALLATION_RESULTS) }),
})
