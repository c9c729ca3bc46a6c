import { z } from 'zod'
import { emailAddress } from '#domains/people/accounts/contract/sign-in.ts'
import { TEAM_ROLES } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { MEMBER_STATES } from './rules.ts'

const MemberView = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(TEAM_ROLES),
  state: z.enum(MEMBER_STATES),
  joined_at: z.iso.datetime(),
  /** When the mailed link stops to work; null for an active member. */
  link_until: z.iso.datetime().nullable(),
  /** Whether it is the member who asks. */
  is_you: z.boolean(),
})

/** A member of a team, with the state of its invitation. */
export type MemberView = z.infer<typeof MemberView>

const path = '/api/v1/brand/team'
const params = z.object({ member_id: Id })
const done = z.object({ success: z.literal(true) })

/** Lists the members of the team. */
export const listMembersCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The members of your team with their roles, owners first',
  reply: z.object({ success: z.literal(true), data: z.array(MemberView) }),
})

/** Invites a member by e-mail. The answer does not tell whether the address has an account already. */
export const inviteMemberCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:manage_team',
  encoding: 'json',
  needsPassword: true,
  summary: 'Invite a member to your team by e-mail. The link works for seven days.',
  body: z.strictObject({
    name: requiredText(60),
    email: emailAddress(),
    role: z.enum(TEAM_ROLES),
  }),
  reply: done,
})

/** Mails a new link to a member who has not accepted. */
export const resendInvitationCall = endpoint({
  method: 'POST',
  path: `${path}/:member_id/invite`,
  access: 'advertiser:manage_team',
  encoding: 'json',
  summary: 'Mail a new link to a member who has not accepted the invitation',
  params,
  reply: done,
})

/** Changes the role of a member. */
export const changeRoleCall = endpoint({
  method: 'POST',
  path: `${path}/:member_id/role`,
  access: 'advertiser:manage_team',
  encoding: 'json',
  needsPassword: true,
  summary: 'Give a member another role. The last owner stays owner, and an agency stays an agency.',
  params,
  body: z.strictObject({ role: z.enum(TEAM_ROLES) }),
  reply: done,
})

/** Removes a member, or takes an invitation back. */
export const removeMemberCall = endpoint({
  method: 'POST',
  path: `${path}/:member_id/remove`,
  access: 'advertiser:manage_team',
  encoding: 'json',
  summary: 'Remove a member, who loses access at once, or take an invitation back. The last owner stays.',
  params,
  reply: done,
})

/** Removes the own account from the team. */
export const leaveTeamCall = endpoint({
  method: 'POST',
  path: `${path}/leave`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Leave the team. You lose access at once. The last owner cannot leave.',
  reply: done,
})

const advertisersPath = '/api/v1/brand/brands'

/** A brand for which an account acts. */
const OwnAdvertiserView = z.object({
  advertiser_id: z.number(),
  name: z.string(),
  role: z.enum(TEAM_ROLES),
  /** Whether the session acts for it. */
  is_present: z.boolean(),
})

/** One of `OwnAdvertiserView`. */
export type OwnAdvertiserView = z.infer<typeof OwnAdvertiserView>

const InvitationView = z.object({
  member_id: z.number(),
  name: z.string(),
  until: z.iso.datetime(),
})

/** An invitation as an agency that the account can accept. */
export type InvitationView = z.infer<typeof InvitationView>

/** Lists the brands for which the account acts. */
export const listOwnAdvertisersCall = endpoint({
  method: 'GET',
  path: advertisersPath,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The brands in whose teams you are, which of them you act for now, and the invitations that you can accept',
  reply: z.object({
    success: z.literal(true),
    data: z.object({ brands: z.array(OwnAdvertiserView), invitations: z.array(InvitationView) }),
  }),
})

/**
 * What can wait in a brand: orders that will be confirmed or held automatically, claims, requests to join, and overdue
 * invoices.
 */
const WAITING_KINDS = ['confirm', 'hold', 'claims', 'joins', 'overdue'] as const

const WaitingView = z.object({
  advertiser_id: z.number(),
  name: z.string(),
  kind: z.enum(WAITING_KINDS),
  count: z.number().int(),
  /** The commission or debt that is concerned, in USD with four decimals; null where it is not known. */
  at_risk: z.string().nullable(),
  /** When the first of them is due: a time, or the day on which an invoice was due. */
  ends_at: z.string().nullable(),
})

/** What of one kind waits in a brand. */
export type WaitingView = z.infer<typeof WaitingView>

/** @see WaitingView */
export type WaitingRow = Omit<WaitingView, 'advertiser_id' | 'name'> & { advertiserId: bigint }

/** Lists what waits in the brands for which the account acts. */
export const listWaitingCall = endpoint({
  method: 'GET',
  path: `${advertisersPath}/waiting`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What waits in each of your brands: orders, claims, join requests and, where you see its money, invoices',
  reply: z.object({ success: z.literal(true), data: z.array(WaitingView) }),
})

/** Lets the session act for another brand of the account. */
export const chooseAdvertiserCall = endpoint({
  method: 'POST',
  path: `${advertisersPath}/:advertiser_id/choose`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Act for another of your brands from now on, in this session',
  params: z.object({ advertiser_id: Id }),
  reply: done,
})

/** Puts the account into the team that has invited it as an agency. */
export const acceptInvitationCall = endpoint({
  method: 'POST',
  path: `${advertisersPath}/invitations/:member_id/accept`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Accept an invitation as an agency, and act for that brand from now on, in this session',
  params,
  reply: done,
})
