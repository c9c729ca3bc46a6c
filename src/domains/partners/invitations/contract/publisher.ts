import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { INVITATION_STATUSES, MAX_INVITATION_TEXT } from '../rules/vocabulary.ts'
import { OfferView, OfferedView } from './advertiser.ts'

const path = '/api/v1/account/publishers/me/invitations'

const succeeded = { success: z.literal(true) }

/** An invitation as its publisher reads it. */
export const InvitationView = z.object({
  invitation_id: z.number(),
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  public_id: z.number(),
  slug: z.string(),
  status: z.enum(INVITATION_STATUSES),
  message: z.string(),
  /** By event; none for the ordinary rates. */
  offers: z.array(OfferView),
  sent_at: z.iso.datetime(),
  /** Its last moment is just before. */
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  reason: z.string(),
  /** Whether I take no more invitations of this advertiser. */
  is_muted: z.boolean(),
})

/** @see InvitationView */
export type InvitationView = z.infer<typeof InvitationView>

/** An invitation with the conditions under which it can be accepted. */
export const InvitationDetail = InvitationView.extend({
  /** The offers beside the ordinary rates. */
  offers: z.array(OfferedView),
  /** The rate of each event without the offers. */
  ordinary: z.array(OfferView),
  /** Stands for the terms that were read; an acceptance names it. */
  mark: z.string(),
  /** Why it cannot be accepted now, in the language of the reader; null if it can, or once it has ended. */
  obstacle: z.string().nullable(),
})

/** @see InvitationDetail */
export type InvitationDetail = z.infer<typeof InvitationDetail>

/** Lists the invitations of the signed-in publisher. */
export const listOwnInvitationsCall = endpoint({
  method: 'GET',
  path,
  access: 'publisher',
  encoding: 'none',
  summary: 'Invitations of brands to me: those that I can answer now, or all of them, and the brands I have muted',
  query: z.object({
    filter: z.enum(['open', 'all']).default('all'),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      invitations: z.array(InvitationView),
      muted: z.array(z.object({ advertiser_id: z.number(), advertiser_name: z.string(), muted_at: z.iso.datetime() })),
    }),
  }),
})

const ofInvitation = { params: z.object({ invitation_id: Id }) }

export const getOwnInvitationCall = endpoint({
  method: 'GET',
  path: `${path}/:invitation_id`,
  access: 'publisher',
  encoding: 'none',
  summary: 'An invitation of a brand, with its offers beside the ordinary rates',
  ...ofInvitation,
  reply: z.object({ ...succeeded, data: InvitationDetail }),
})

export const acceptInvitationCall = endpoint({
  method: 'POST',
  path: `${path}/:invitation_id/accept`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Accept an invitation: you join the programme at once, at the offered rates',
  ...ofInvitation,
  body: z.strictObject({
    /** That of the invitation as it was read. */
    mark: plainText(40),
  }),
  reply: z.object(succeeded),
})

export const declineInvitationCall = endpoint({
  method: 'POST',
  path: `${path}/:invitation_id/decline`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Decline an invitation, and mute the invitations of its brand if you want that',
  ...ofInvitation,
  body: z.strictObject({ reason: plainText(MAX_INVITATION_TEXT).default(''), mute: z.boolean().default(false) }),
  reply: z.object(succeeded),
})

export const muteInvitationsCall = endpoint({
  method: 'POST',
  path: '/api/v1/advertiser/:advertiser_id/invitations',
  access: 'publisher',
  encoding: 'json',
  summary: 'Mute the invitations of a brand that has invited you, or take that back',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ mute: z.boolean() }),
  reply: z.object(succeeded),
})
