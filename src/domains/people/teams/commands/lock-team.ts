import type { TeamRole } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getMember, listMembers } from '../queries.ts'
import type { MemberRow } from '../queries.ts'
import { isActiveOwner } from '../rules.ts'

/** A member of the team of an advertiser. */
export interface OwnMember {
  advertiserId: bigint
  memberId: bigint
}

/** Serializes the commands on one team by locking its members. */
export async function lockTeam(tx: Ctx, advertiserId: bigint): Promise<void> {
  await tx.db
    .selectFrom('teamMember')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks a team and gets a member of it. Refuses with `team.last_owner` when the team would have no owner who has
 * accepted once the member has the role, or is gone.
 */
export async function lockMember(tx: Ctx, own: OwnMember, next?: TeamRole): Promise<MemberRow> {
  await lockTeam(tx, own.advertiserId)
  const member = await getMember(tx.db, own)
  if (member.role !== 'owner' || next === 'owner') return member
  const others = (await listMembers(tx.db, own)).filter(({ id }) => id !== own.memberId)
  if (others.some(isActiveOwner)) return member
  // An invited owner can go while another holds the team.
  if (isActiveOwner(member)) throw new Refusal({ code: 'team.last_owner', status: 409 })
  return member
}
