import { z } from 'zod'
import { ApplicantView } from '#domains/partners/memberships/contract/requests.ts'
import { parseRate } from '#domains/programmes/rates/rules/rate.ts'
import { Day } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { INVITATION_SORTS, INVITATION_STATUSES, MAX_INVITATION_TEXT, OFFER_COMPARISONS } from '../rules/vocabulary.ts'

const path = '/api/v1/brand/invitations'

const succeeded = { success: z.literal(true) }

/** A rate of an event, as readers see it. */
export const OfferView = z.object({ action_type: z.string(), text: z.string() })

/** An offer beside the rate that the publisher would have without it. */
export const OfferedView = OfferView.extend({
  /** Null without such a rate, and once the invitation has ended. */
  ordinary: z.string().nullable(),
  comparison: z.enum(OFFER_COMPARISONS).nullable(),
})

/** @see OfferedView */
export type OfferedView = z.infer<typeof OfferedView>

/** How many invitations can be open at once, how many are, and of those that ended lately how many were accepted. */
export const BudgetView = z.object({
  limit: z.number(),
  used: z.number(),
  accepted: z.number(),
  ended: z.number(),
})

/** @see BudgetView */
export type BudgetView = z.infer<typeof BudgetView>

/** An invitation as its brand reads it. */
export const SentInvitationView = ApplicantView.extend({
  invitation_id: z.number(),
  status: z.enum(INVITATION_STATUSES),
  message: z.string(),
  /** By event; none for the ordinary rates. */
  offers: z.array(OfferedView),
  sent_at: z.iso.datetime(),
  sent_by: z.string().nullable(),
  /** Its last moment is just before. */
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Why the publisher declined; may be empty. */
  reason: z.string(),
  /** The version of the terms in which the offers hold. */
  version: z.number().nullable(),
})

/** @see SentInvitationView */
export type SentInvitationView = z.infer<typeof SentInvitationView>

/** Lists the invitations of the signed-in advertiser. */
export const listInvitationsCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The publishers whom I have invited into my programme, and how they answered',
  query: z.object({
    status: z.enum(INVITATION_STATUSES).optional(),
    keyword: plainText(200).default(''),
    publisher_id: Id.optional(),
    sort: z.enum(INVITATION_SORTS).default('newest'),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({ count: z.number(), invitations: z.array(SentInvitationView), budget: BudgetView }),
  }),
})

/** Reads what the form of an invitation needs to know about a publisher. */
export const getCandidateCall = endpoint({
  method: 'GET',
  path: `${path}/candidate`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A publisher whom I may invite, the rates that it would have, and what stands against an invitation',
  query: z.object({ publisher_id: Id }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      applicant: ApplicantView,
      /** The rate of each event that the publisher would have without an offer. */
      ordinary: z.array(OfferView.extend({ kind: z.enum(['percent', 'fixed']), value: z.string() })),
      budget: BudgetView,
      /** Why the publisher cannot be invited, in the language of the reader; null if it can. */
      obstacle: z.string().nullable(),
      /** The days (UTC) that can be the last one. */
      days: z.object({ first: Day, usual: Day, last: Day }),
    }),
  }),
})

/** The most events for which an invitation offers a rate. */
const MAX_OFFERS = 50

/** What a form offers for an event; undefined without a value. */
const OfferBody = z
  .strictObject({
    action_type: plainText(40),
    kind: z.enum(['percent', 'fixed']).default('percent'),
    value: plainText(40).default(''),
  })
  .transform(({ action_type: event, kind, value }, context) => {
    if (value === '') return undefined
    const rate = parseRate({ kind, value })
    if (rate) return { event, rate }
    const message = coded(kind === 'percent' ? 'program.percent' : 'program.amount')
    context.addIssue({ code: 'custom', path: ['value'], message })
    return z.NEVER
  })

/**
 * Invites a publisher. An event without a value has the ordinary rate; a rate of its own may offer only who may set the
 * terms.
 */
export const invitePublisherCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Invite a publisher into my programme, to its ordinary rates or to rates of its own, until a day',
  body: z.strictObject({
    publisher_id: Id,
    offers: z.array(OfferBody).max(MAX_OFFERS).default([]),
    /** The last day (UTC) on which it can be accepted. */
    expires_on: Day,
    message: plainText(MAX_INVITATION_TEXT).default(''),
  }),
  reply: z.object({ ...succeeded, invitation_id: z.number() }),
})

const ofInvitation = { params: z.object({ invitation_id: Id }) }

export const getInvitationCall = endpoint({
  method: 'GET',
  path: `${path}/:invitation_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'An invitation into my programme',
  ...ofInvitation,
  reply: z.object({ ...succeeded, data: SentInvitationView }),
})

export const withdrawInvitationCall = endpoint({
  method: 'POST',
  path: `${path}/:invitation_id/withdraw`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Withdraw an open invitation; the publisher is told',
  ...ofInvitation,
  reply: z.object(succeeded),
})
