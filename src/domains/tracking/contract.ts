import { z } from 'zod'
import { cursorQuery, cursorReply, hasOneCursor } from '#kernel/cursor.ts'
import { dayFilter, hasOrderedDays } from '#kernel/days.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { LIST_PAGE_SIZES, pageQuery } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { DESTINATION_FAULTS } from './rules/destination.ts'

/**
 * The reasons why a hit on a tracking link counts or does not. The list is closed: the database checks it, and the
 * roll-ups have one column for each verdict. Only `payable` hits are clicks in reports, carry a click token to the
 * advertiser and can earn a commission.
 */
export const VERDICTS = [
  'payable',
  'bot',
  'prefetch',
  'head',
  'no_consent',
  'not_joined',
  'program_closed',
  'inactive_site',
  'unknown_site',
  'unknown_advertiser',
  'invalid_url',
] as const

/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number]

/** The kinds of device that a click keeps. The database checks the list. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const

/** One of `DEVICES`. */
export type Device = (typeof DEVICES)[number]

/** The specification's limit for sub ids; the redirect itself accepts longer ones. */
export const MAX_WRITTEN_SUB_ID = 64

const SubId = z
  .string()
  .trim()
  .max(MAX_WRITTEN_SUB_ID, coded('input.characters', { max: MAX_WRITTEN_SUB_ID }))
  .default('')

/**
 * The effects of a tracking link to a host. Only `joined` earns. The others redirect visitors without earning, except
 * `undeclared`, which does not redirect.
 */
export const LINK_TARGETS = ['joined', 'not_joined', 'program_closed', 'site_inactive', 'undeclared'] as const

/** One of `LINK_TARGETS`. */
export type LinkTarget = (typeof LINK_TARGETS)[number]

export const makeLinkCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/link',
  access: 'publisher',
  encoding: 'none',
  summary: 'Make a tracking link for any page, and see whether it can earn',
  query: z.object({
    /** The key of one of your sites; the first active one when left out. */
    key: z.string().default(''),
    /** The destination. */
    url: z.string().trim().default(''),
    id: SubId,
    sub2: SubId,
    sub3: SubId,
    sub4: SubId,
    sub5: SubId,
  }),
  reply: z.object({
    success: z.literal(true),
    sites: z.array(z.object({ key: z.string(), name: z.string(), is_active: z.boolean() })),
    /** Why there is no link although an address was given. */
    fault: z.enum(DESTINATION_FAULTS).nullable(),
    link: z
      .object({
        site_key: z.string(),
        tracking_url: z.string(),
        hostname: z.string(),
        target: z.enum(LINK_TARGETS),
        advertiser_name: z.string().nullable(),
      })
      .nullable(),
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
  access: 'publisher',
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
  access: 'publisher',
  encoding: 'none',
  summary: 'Number of my hits of up to 7 days (UTC) by verdict',
  query: z.object(hitFilter).refine(hasOrderedDays, orderedDays),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), counts: z.partialRecord(z.enum(VERDICTS), z.number()) }),
  }),
})
