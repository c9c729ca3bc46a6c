import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { getAccount } from '#domains/people/accounts/queries.ts'
import type { TeamRole } from '#kernel/actor.ts'
import { invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listMembers, listMemberships } from '../queries.ts'
import { lockMember } from './lock-team.ts'
import type { OwnMember } from './lock-team.ts'

/**
 * Gives a member another role, which holds from its next request on. Refuses to leave the team without an owner, and to
 * make a member an agency or an agency a member.
 */
export function changeRole(ctx: Ctx, { role, ...own }: OwnMember & { role: TeamRole }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { role: before } = await lockMember(tx, own, role)
    if (before === role) return
    if (before === 'agency' || role === 'agency') throw invalidField('role', { code: 'team.agency_role' })
    await tx.db.updateTable('teamMember').set({ role }).where('id', '=', own.memberId).execute()
    const details = { memberId: own.memberId, from: before, to: role }
    await audit(tx, { action: 'team.change-role', target: `advertiser:${own.advertiserId}`, details })
  })
}

/**
 * Removes a member, or takes an invitation back: it cannot act for the advertiser any more. If this was the last team
 * of its account, its sessions end, its mailed links stop to work, and its owner cannot log in again. Refuses to remove
 * the last owner.
 */
export function removeMember(ctx: Ctx, own: OwnMember): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { accountId } = await lockMember(tx, own)
    await tx.db.updateTable('teamMember').set({ removedAt: tx.now }).where('id', '=', own.memberId).execute()
    if (accountId !== null) await closeWithoutTeam(tx, accountId)
    const details = { memberId: own.memberId, accountId }
    await audit(tx, { action: 'team.remove', target: `advertiser:${own.advertiserId}`, details })
  })
}

/** The lock lets two teams that remove an account at once see each other. */
async function closeWithoutTeam(tx: Ctx, accountId: bigint): Promise<void> {
  await lockAccount(tx, accountId)
  const { reviewStatus } = await getAccount(tx.db, accountId)
  if (reviewStatus !== 'approved' || (await listMemberships(tx.db, { accountId })).length > 0) return
  await decideReview(tx, { accountId, decision: 'rejected' })
}

/** Removes the account's own member; see `removeMember`. */
export async function leaveTeam(
  ctx: Ctx,
  { advertiserId, accountId }: { advertiserId: bigint; accountId: bigint },
): Promise<void> {
  const members = await listMembers(ctx.db, { advertiserId })
  const own = members.find((member) => member.accountId === accountId)
  if (!own) throw notFound()
  await removeMember(ctx, { advertiserId, memberId: own.id })
}
