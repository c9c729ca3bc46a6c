import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { actFor } from '#domains/people/accounts/commands/sessions.ts'
import { getAccount } from '#domains/people/accounts/queries.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listInvitations, listMemberships } from '../queries.ts'
import { MAX_TEAMS } from '../rules.ts'
import { lockTeam } from './lock-team.ts'

/** An account in one of its sessions; undefined when it acts without one. */
export interface ActingSession {
  accountId: bigint
  sessionId: bigint | undefined
}

/**
 * Puts the own account into the team that invited its address as an agency, and lets the session act for that brand. An
 * invitation of another address, and one that has expired or was taken back, is not found. Refuses an account that is
 * in `MAX_TEAMS` teams.
 */
export function acceptInvitation(
  ctx: Ctx,
  { memberId, ...session }: ActingSession & { memberId: bigint },
): Promise<{ advertiserId: bigint }> {
  const { accountId } = session
  return inTransaction(ctx, async (tx) => {
    const { advertiserId } = await getInvitation(tx, { accountId, memberId })
    await lockTeam(tx, advertiserId)
    await lockAccount(tx, accountId)
    // Before the locks the invitation may have been taken back, or the account may have left its last team.
    const { role } = await getInvitation(tx, { accountId, memberId })
    const present = await listMemberships(tx.db, { accountId })
    if (present.length >= MAX_TEAMS) {
      throw new Refusal({ code: 'team.too_many_teams', params: { max: MAX_TEAMS }, status: 409 })
    }
    await tx.db.updateTable('teamMember').set({ accountId }).where('id', '=', memberId).execute()
    const details = { memberId, accountId, role }
    await audit(tx, { action: 'team.accept', target: `advertiser:${advertiserId}`, details })
    await actFor(tx, { ...session, advertiserId })
    return { advertiserId }
  })
}

async function getInvitation(tx: Ctx, { accountId, memberId }: { accountId: bigint; memberId: bigint }) {
  const { email, reviewStatus } = await getAccount(tx.db, accountId)
  const open = reviewStatus === 'approved' ? await listInvitations(tx, { email }) : []
  const invitation = open.find(({ id }) => id === memberId)
  if (!invitation) throw notFound()
  return invitation
}

/** Lets the session act for another advertiser in whose team the account is. Every other one is not found. */
export function chooseAdvertiser(ctx: Ctx, input: ActingSession & { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const teams = await listMemberships(tx.db, input)
    if (teams.every(({ advertiserId }) => advertiserId !== input.advertiserId)) throw notFound()
    await actFor(tx, input)
  })
}
