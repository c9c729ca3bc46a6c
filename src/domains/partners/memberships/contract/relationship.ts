import { z } from 'zod'
import { CLAIM_STATUSES } from '#domains/figures/claims/rules.ts'
import { HistoryLine } from '#domains/programmes/history/contract.ts'
import { NoteBody, NotesReply, NoteView } from '#domains/people/notes/contract.ts'
import { DECISIONS } from '#domains/programmes/programs/rules.ts'
import { ChangeView } from '#domains/partners/terms/contract/advertiser.ts'
import { Measures } from '#domains/figures/reports/contract/advertiser.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { MemberView } from './members.ts'
import { ApplicantView, MembershipEventView, ProfileView } from './requests.ts'

const ofPublisher = { params: z.object({ publisher_id: Id }) }

/** A publisher of a programme, and what happened between the two. */
export const RelationshipView = z.object({
  applicant: ApplicantView,
  /** With the figures of the last `FIGURE_DAYS` days. */
  member: MemberView,
  profile: ProfileView,
  decisions: z.array(z.enum(DECISIONS)),
  events: z.array(MembershipEventView),
  notes: z.array(NoteView),
  /** Which groups and tags it got and lost, oldest first. */
  history: z.array(HistoryLine),
  /**
   * The months of the last year with clicks or orders, by the day of the click; the last first. `ended_at` is null of
   * this month.
   */
  months: z.array(z.object({ month: Day, ended_at: z.iso.datetime().nullable(), figures: Measures })),
  /** What published terms change for this publisher alone or with others. */
  rates: z.array(
    z.object({
      version: z.number(),
      published_at: z.iso.datetime(),
      effective_from: z.iso.datetime(),
      is_cut: z.boolean(),
      acknowledged_at: z.iso.datetime().nullable(),
      changes: z.array(ChangeView),
    }),
  ),
  /** Coupon codes of the programme that the publisher owned or owns. */
  coupons: z.array(
    z.object({
      code: z.string(),
      site: z.string(),
      assigned_at: z.iso.datetime(),
      released_at: z.iso.datetime().nullable(),
    }),
  ),
  claims: z.array(
    z.object({
      claim_id: z.uuid(),
      order_id: z.string(),
      status: z.enum(CLAIM_STATUSES),
      filed_at: z.iso.datetime(),
      decided_at: z.iso.datetime().nullable(),
    }),
  ),
  groups: z.array(z.string()),
  tags: z.array(z.string()),
  currency: z.string(),
})

/** @see RelationshipView */
export type RelationshipView = z.infer<typeof RelationshipView>

/** Gets a publisher of the programme of the signed-in advertiser with its whole history there. */
export const getRelationshipCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/publishers/:publisher_id',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A publisher of my programme: its figures, and what happened between us',
  ...ofPublisher,
  reply: z.object({ success: z.literal(true), data: RelationshipView }),
})

/** Writes a note about a publisher of the programme, which only the accounts of the advertiser read. */
export const notePublisherCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/publishers/:publisher_id/notes',
  access: 'advertiser:note',
  encoding: 'json',
  summary: 'Write a note about a publisher of my programme, for my own team',
  ...ofPublisher,
  body: NoteBody,
  reply: NotesReply,
})
