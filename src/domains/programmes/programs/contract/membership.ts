import { z } from 'zod'
import { dayFilter, hasOrderedDays } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { ADVERTISER_SORTS, DECISIONS, JOIN_MODES, MEMBERSHIP_STATUSES, PROGRAM_STATUSES } from '../rules.ts'

const succeeded = { success: z.literal(true) }

/**
 * An advertiser in a publisher's list. `logo` is empty when the page draws a lettermark; `commission` is a text for
 * readers.
 */
const Offer = z.object({
  id: z.number(),
  logo: z.string(),
  name: z.string(),
  commission: z.string(),
  website: z.string(),
  public_id: z.number(),
  slug: z.string(),
  program_status: z.enum(PROGRAM_STATUSES),
  join_mode: z.enum(JOIN_MODES),
  /** Null when the publisher has never requested to join. */
  membership: z.enum(MEMBERSHIP_STATUSES).nullable(),
  /** Why the request was declined or the membership suspended; else empty. */
  reason: z.string(),
  /** What the advertiser asks about the request to join, and waits for; else empty. */
  question: z.string(),
  can_join: z.boolean(),
  can_leave: z.boolean(),
  /** When the programme closes, if its advertiser has announced that. */
  closes_at: z.iso.datetime().nullable(),
  /** From when on the programme is paused, if its advertiser has announced that. */
  pauses_at: z.iso.datetime().nullable(),
  /** While the funds of the advertiser are used up: from when on no publisher can ask to join. */
  no_joins_from: z.iso.datetime().nullable(),
  /** And from when on joins and promotions are closed. Links lead on, and orders count. */
  closed_from: z.iso.datetime().nullable(),
  /** Which clicks of all publishers earn nothing, because a budget of the advertiser is used up. */
  stopped: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
  /** Payable clicks of the last 90 days, of all publishers. */
  clicks: z.number(),
  /** Commission per click with two decimals; null below 100 clicks. */
  epc: z.string().nullable(),
  /** Confirmed orders among the decided ones, in percent; null without decisions. */
  approval_rate: z.number().nullable(),
  /** Covered commission among the confirmed commission of the last 90 days, in percent; null without any. */
  coverage: z.number().nullable(),
  /** The median of days from an order to its decision; null without decisions. */
  decision_days: z.number().nullable(),
})

/** @see Offer */
export type Offer = z.infer<typeof Offer>

const offerFilter = z
  .object({
    keyword: plainText(200).default(''),
    domain: plainText(253).default(''),
    sort: z.enum(ADVERTISER_SORTS).default('recommended'),
    ...dayFilter,
    ...pageQuery(LIST_PAGE_SIZES, 10),
  })
  .refine(hasOrderedDays, { path: ['begin'], message: coded('input.range_order') })

export const listOffersCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/list',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Advertisers that you can promote; begin and end are days on which they came to the network',
  query: offerFilter,
  reply: z.object({
    ...succeeded,
    data: z.object({ count: z.number(), advertisers: z.array(Offer), top_advertisers: z.array(Offer) }),
  }),
})

export const downloadOffersCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/download',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The same list of advertisers as CSV, all pages',
  query: offerFilter.safeExtend({ bom: z.enum(['0', '1']).default('0') }),
})

export const listOfferDomainsCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/domains',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The hosts of an advertiser with the regions that they sell to and what they pay there',
  query: z.object({ advertiser_id: Id }),
  reply: z.object({
    ...succeeded,
    data: z.array(
      z.object({ domain: z.string(), regions: z.array(z.object({ name: z.string(), commission: z.string() })) }),
    ),
  }),
})

export const requestJoinCall = endpoint({
  method: 'POST',
  path: '/api/v1/advertiser/:advertiser_id/join',
  access: 'publisher',
  encoding: 'json',
  summary: 'Ask to join the programme of an advertiser',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({
    message: plainText(1000).default(''),
    /** How the publisher will promote. */
    methods: z.array(z.enum(PROMOTION_METHODS)).max(PROMOTION_METHODS.length).default([]),
  }),
  reply: z.object({ ...succeeded, status: z.enum(['pending', 'joined', 'declined']) }),
})

export const leaveProgramCall = endpoint({
  method: 'POST',
  path: '/api/v1/advertiser/:advertiser_id/leave',
  access: 'publisher',
  encoding: 'json',
  summary: 'Leave the programme of an advertiser, or take back the request to join it',
  params: z.object({ advertiser_id: Id }),
  reply: z.object(succeeded),
})

const MembershipRow = z.object({
  program_id: z.number(),
  publisher_id: z.number(),
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  publisher_name: z.string(),
  email: z.string(),
  status: z.enum(MEMBERSHIP_STATUSES),
  message: z.string(),
  reason: z.string(),
  requested_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.string().nullable(),
  decisions: z.array(z.enum(DECISIONS)),
})

/** @see MembershipRow */
export type MembershipRow = z.infer<typeof MembershipRow>

const memberships = z.object({
  ...succeeded,
  data: z.object({ count: z.number(), memberships: z.array(MembershipRow) }),
})

export const listMembershipsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/memberships',
  access: 'operator',
  encoding: 'none',
  summary: 'Join requests and memberships, by status and by the name of either side',
  query: z.object({
    status: z.enum(MEMBERSHIP_STATUSES).optional(),
    keyword: plainText(200).default(''),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: memberships,
})

/** Counts the requests to join the programme of the signed-in advertiser that wait for a decision. */
export const countJoinRequestsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/join-requests/summary',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'How many join requests wait for my decision, and until when the first should be decided',
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number().int(),
      /** Requests that wait for an answer to a question are not counted; null without any. */
      decide_by: z.iso.datetime().nullable(),
    }),
  }),
})

export const listPublisherMembershipsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/publishers/:publisher_id/memberships',
  access: 'operator',
  encoding: 'none',
  summary: "One publisher's memberships",
  params: z.object({ publisher_id: Id }),
  query: z.object(pageQuery(LIST_PAGE_SIZES, 50)),
  reply: memberships,
})

export const decideMembershipCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/programs/:program_id/publishers/:publisher_id',
  access: 'operator',
  encoding: 'json',
  summary: 'Approve or decline a join request, suspend a membership or lift its suspension',
  params: z.object({ program_id: Id, publisher_id: Id }),
  body: z.strictObject({
    decision: z.enum(DECISIONS),
    reason: plainText(1000).default(''),
  }),
  reply: z.object({ ...succeeded, status: z.enum(MEMBERSHIP_STATUSES) }),
})
