import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { DECISIONS, MEMBERSHIP_STATUSES } from '#domains/programmes/programs/rules.ts'
import { MAX_MEMBERSHIP_TEXT, REQUEST_QUEUES } from '../rules/vocabulary.ts'

const path = '/api/v1/brand/join-requests'

const succeeded = { success: z.literal(true) }

/** A country, with its name in the language of the reader; null if the publisher has not said. */
const Country = z.object({ code: z.string(), name: z.string() }).nullable()

/** What a publisher says about itself and what the network knows, as an advertiser reads it in a list. */
export const ApplicantView = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  country: Country,
  /** The active sites: their number, the address of the oldest, and since when that has been on the network. */
  site_count: z.number(),
  site: z.string(),
  site_since: z.iso.datetime().nullable(),
  /** Whether the tracking script was found on one of them, which only who runs the site can put there. */
  is_verified: z.boolean(),
})

/** @see ApplicantView */
export type ApplicantView = z.infer<typeof ApplicantView>

/** A join request in a queue. */
export const JoinRequestView = ApplicantView.extend({
  status: z.enum(MEMBERSHIP_STATUSES),
  message: z.string(),
  methods: z.array(z.enum(PROMOTION_METHODS)),
  requested_at: z.iso.datetime(),
  /** When it should be decided; null once it is. */
  due_at: z.iso.datetime().nullable(),
  /** The question that waits for an answer, and since when; else empty and null. */
  question: z.string(),
  asked_at: z.iso.datetime().nullable(),
  decided_at: z.iso.datetime().nullable(),
  reason: z.string(),
})

/** @see JoinRequestView */
export type JoinRequestView = z.infer<typeof JoinRequestView>

/** Something that happened between a publisher and a programme. */
export const MembershipEventView = z.object({
  sequence: z.number(),
  kind: z.enum(['request', 'ask', 'answer', 'leave', 'overdue', 'accept', ...DECISIONS]),
  acted_as: z.enum(['publisher', 'advertiser', 'operator', 'system']),
  happened_at: z.iso.datetime(),
  text: z.string(),
  methods: z.array(z.string()),
  /** The place of the rule that acted; null if none did. */
  rule_no: z.number().nullable(),
})

/** @see MembershipEventView */
export type MembershipEventView = z.infer<typeof MembershipEventView>

/** What a publisher says about its business: words of the questions of the sign-up. */
export const ProfileView = z.object({
  traffic_sources: z.array(z.string()),
  social_medias: z.array(z.string()),
  content_production: z.string(),
  profit_models: z.array(z.string()),
  sites: z.array(
    z.object({
      name: z.string(),
      /** `instagram.com/name` for a channel, the host of another site. */
      address: z.string(),
      url: z.string(),
      since: z.iso.datetime(),
      is_verified: z.boolean(),
      categories: z.array(z.string()),
      countries: z.array(z.string()),
    }),
  ),
})

/** @see ProfileView */
export type ProfileView = z.infer<typeof ProfileView>

/** A join request with what its publisher says and what happened before. */
export const JoinRequestDetail = z.object({
  request: JoinRequestView,
  profile: ProfileView,
  events: z.array(MembershipEventView),
  decisions: z.array(z.enum(DECISIONS)),
})

/** @see JoinRequestDetail */
export type JoinRequestDetail = z.infer<typeof JoinRequestDetail>

/** Lists the join requests of the programme of the signed-in advertiser, the next to be overdue first. */
export const listJoinRequestsCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Publishers who ask to join my programme: those that wait for me by clock, those I asked, those I declined',
  query: z.object({
    queue: z.enum(REQUEST_QUEUES).default('waiting'),
    keyword: plainText(200).default(''),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({ count: z.number(), requests: z.array(JoinRequestView) }),
  }),
})

/** Gets a join request of the programme; also a decided one. */
export const getJoinRequestCall = endpoint({
  method: 'GET',
  path: `${path}/:publisher_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A request to join my programme, with what the publisher says about itself',
  params: z.object({ publisher_id: Id }),
  reply: z.object({ ...succeeded, data: JoinRequestDetail }),
})

/** Asks a publisher about its request. The clock of the request stops until the answer. */
export const askApplicantCall = endpoint({
  method: 'POST',
  path: `${path}/:publisher_id/question`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Ask a publisher about its request to join; the clock stops until the answer, for 14 days at most',
  params: z.object({ publisher_id: Id }),
  body: z.strictObject({ question: requiredText(MAX_MEMBERSHIP_TEXT) }),
  reply: z.object({ ...succeeded, due_at: z.iso.datetime() }),
})

/** Decides a request to join the programme, suspends a publisher, or lifts a suspension. */
export const decidePublisherCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/publishers/:publisher_id/decision',
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Approve or decline a request to join my programme, suspend a publisher or lift its suspension',
  params: z.object({ publisher_id: Id }),
  body: z.strictObject({ decision: z.enum(DECISIONS), reason: plainText(MAX_MEMBERSHIP_TEXT).default('') }),
  reply: z.object({ ...succeeded, status: z.enum(MEMBERSHIP_STATUSES) }),
})

/** Answers the question of an advertiser about the publisher's own request. */
export const answerQuestionCall = endpoint({
  method: 'POST',
  path: '/api/v1/advertiser/:advertiser_id/answer',
  access: 'publisher',
  encoding: 'json',
  summary: 'Answer the question of an advertiser about your request to join',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ answer: requiredText(MAX_MEMBERSHIP_TEXT) }),
  reply: z.object(succeeded),
})
