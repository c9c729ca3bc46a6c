import { LINK_MS } from '#domains/people/accounts/rules.ts'
import { getTeamRoles } from '#kernel/access.ts'
import type { TeamAct } from '#kernel/access.ts'
import type { TeamRole } from '#kernel/actor.ts'

/** The most members of a team, invited ones included. */
export const MAX_MEMBERS = 50

/** The most teams that an account is in. */
export const MAX_TEAMS = 50

/**
 * The state of a member: one who has not chosen a password yet is invited, until the mailed link has expired; one whose
 * account an operator rejected is blocked.
 */
export const MEMBER_STATES = ['active', 'invited', 'expired', 'blocked'] as const

/** One of `MEMBER_STATES`. */
export type MemberState = (typeof MEMBER_STATES)[number]

/** The moment at which the link of an invitation stops to work. */
export function getInvitationEnd(invitedAt: Date): Date {
  return new Date(invitedAt.getTime() + LINK_MS.password_set)
}

/** The moment after which an invitation was mailed that is open at `now`. */
export function getInvitationStart(now: Date): Date {
  return new Date(now.getTime() - LINK_MS.password_set)
}

/** What of a member's account decides its state: whether a password was chosen, and whether operators block it. */
interface MemberAccount {
  invitedAt: Date | null
  hasPassword: boolean
  isBlocked: boolean
}

/** Whether a member is an owner who has accepted and can log in; a team keeps at least one. */
export function isActiveOwner({
  role,
  invitedAt,
  hasPassword,
  isBlocked,
}: MemberAccount & { role: TeamRole }): boolean {
  return role === 'owner' && !isBlocked && (invitedAt === null || hasPassword)
}

/** Decides the state of a member. */
export function getMemberState({ invitedAt, hasPassword, isBlocked }: MemberAccount, now: Date): MemberState {
  if (isBlocked) return 'blocked'
  if (invitedAt === null || hasPassword) return 'active'
  return getInvitationEnd(invitedAt) > now ? 'invited' : 'expired'
}

/** Why a member has lost the right by which it set something up: it left the team, or may not do it any more. */
export const LAPSES = ['left', 'role'] as const

/** @see LAPSES */
export type Lapse = (typeof LAPSES)[number]

/** What was set up in a member's name, when, and the act that it goes on doing. */
export interface StandingAct {
  act: TeamAct
  since: Date
}

/**
 * Decides whether what a member set up may go on; undefined if it may. A member who joined again has not set it up,
 * because it is older than the membership.
 */
export function getLapse(
  member: { role: TeamRole; joinedAt: Date; isBlocked?: boolean } | undefined,
  { act, since }: StandingAct,
): Lapse | undefined {
  if (!member || member.joinedAt > since) return 'left'
  return getTeamRoles(act).includes(member.role) && !member.isBlocked ? undefined : 'role'
}
