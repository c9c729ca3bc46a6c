import { z } from 'zod'
import { emailAddress } from '#domains/accounts/contract/sign-in.ts'
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
  summary: 'Remove a member, who is logged out at once, or take an invitation back. The last owner stays.',
  params,
  reply: done,
})

/** Removes the own account from the team. */
export const leaveTeamCall = endpoint({
  method: 'POST',
  path: `${path}/leave`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Leave the team. You are logged out at once. The last owner cannot leave.',
  reply: done,
})
