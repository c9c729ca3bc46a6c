import { LINK_MS } from '#domains/accounts/rules.ts'
import type { TeamRole } from '#kernel/actor.ts'

/** The most members of a team, invited ones included. */
export const MAX_MEMBERS = 50

/** The state of a member: one who has not chosen a password yet is invited, until the mailed link has expired. */
export const MEMBER_STATES = ['active', 'invited', 'expired'] as const

/** One of `MEMBER_STATES`. */
export type MemberState = (typeof MEMBER_STATES)[number]

/** The moment at which the link of an invitation stops to work. */
export function getInvitationEnd(invitedAt: Date): Date {
  return new Date(invitedAt.getTime() + LINK_MS.password_set)
}

/** Whether a member is an owner who has accepted; a team keeps at least one. */
export function isActiveOwner({
  role,
  invitedAt,
  hasPassword,
}: {
  role: TeamRole
  invitedAt: Date | null
  hasPassword: boolean
}): boolean {
  return role === 'owner' && (invitedAt === null || hasPassword)
}

/** Decides the state of a member; `hasPassword` says whether the owner of the account has chosen one. */
export function getMemberState(
  { invitedAt, hasPassword }: { invitedAt: Date | null; hasPassword: boolean },
  now: Date,
): MemberState {
  if (invitedAt === null || hasPassword) return 'active'
  return getInvitationEnd(invitedAt) > now ? 'invited' : 'expired'
}
