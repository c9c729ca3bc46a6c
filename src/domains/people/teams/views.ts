import type { OwnAdvertiserView, InvitationView, MemberView, WaitingRow, WaitingView } from './contract.ts'
import type { MemberRow, Membership } from './queries.ts'
import { getInvitationEnd, getMemberState } from './rules.ts'

/** Builds what a team sees of a member; `accountId` is the one that asks. */
export function viewMember(row: MemberRow, { accountId, now }: { accountId: bigint; now: Date }): MemberView {
  const { id, name, email, role, joinedAt, invitedAt } = row
  const state = getMemberState(row, now)
  const linkUntil =
    state === 'active' || state === 'blocked' || invitedAt === null ? null : getInvitationEnd(invitedAt).toISOString()
  const isYou = row.accountId === accountId
  return {
    id: Number(id),
    name,
    email,
    role,
    state,
    joined_at: joinedAt.toISOString(),
    link_until: linkUntil,
    is_you: isYou,
  }
}

/** The names of advertisers by their ids. */
type Names = ReadonlyMap<bigint, string>

/** Builds what an account sees of a brand in whose team it is; `present` is the one for which its session acts. */
export function viewOwnAdvertiser(
  { advertiserId, teamRole }: Membership,
  { names, present }: { names: Names; present: bigint },
): OwnAdvertiserView {
  const name = names.get(advertiserId) ?? ''
  return { advertiser_id: Number(advertiserId), name, role: teamRole, is_present: advertiserId === present }
}

/** Builds what an account sees of an invitation. */
export function viewInvitation(
  { id, advertiserId, invitedAt }: { id: bigint; advertiserId: bigint; invitedAt: Date | null },
  names: Names,
): InvitationView {
  const until = getInvitationEnd(invitedAt ?? new Date(0))
  return { member_id: Number(id), name: names.get(advertiserId) ?? '', until: until.toISOString() }
}

/** Builds what an account sees of work that waits in a brand. */
export function viewWaiting({ advertiserId, ...row }: WaitingRow, names: Names): WaitingView {
  return { advertiser_id: Number(advertiserId), name: names.get(advertiserId) ?? '', ...row }
}
