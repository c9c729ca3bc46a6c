import type { MemberView } from './contract.ts'
import type { MemberRow } from './queries.ts'
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
