import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
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
