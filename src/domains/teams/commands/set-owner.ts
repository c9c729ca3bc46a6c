import { invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { refuseViolation } from '#platform/server/constraints.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findFirstOwner } from '../queries.ts'

const ACCOUNT_TAKEN = {
  team_member_account: invalidField('account_email', { code: 'advertiser.account_taken' }, 'taken'),
}

/**
 * Makes an advertiser account an owner, inside the caller's transaction. Refuses an account of another role or without
 * existence with `advertiser.account_unknown`, and one that is in a team with `advertiser.account_taken`.
 */
export async function addOwner(
  tx: Ctx,
  { advertiserId, accountId }: { advertiserId: bigint; accountId: bigint },
): Promise<void> {
  const account = await tx.db
    .selectFrom('accountSummary')
    .select(['role', 'email', 'displayName'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account?.role !== 'advertiser') {
    throw invalidField('account_email', { code: 'advertiser.account_unknown' }, 'unknown_account')
  }
  const { email, displayName } = account
  const name = displayName.slice(0, 120)
  const row = { advertiserId, accountId, email, name, role: 'owner', joinedAt: tx.now } as const
  const adding = tx.db.insertInto('teamMember').values(row).returning('id').executeTakeFirstOrThrow()
  const { id } = await refuseViolation(adding, ACCOUNT_TAKEN)
  await audit(tx, { action: 'team.add-owner', target: `advertiser:${advertiserId}`, details: { memberId: id } })
}

/**
 * Replaces the owner who joined first, for operators, inside the caller's transaction that has locked the advertiser.
 * Null disconnects that owner. Does nothing when the account is that owner; refuses what `addOwner` refuses.
 */
export async function replaceFirstOwner(
  tx: Ctx,
  { advertiserId, accountId }: { advertiserId: bigint; accountId: bigint | null },
): Promise<void> {
  const present = await findFirstOwner(tx.db, { advertiserId })
  if ((present?.accountId ?? null) === accountId) return
  if (present) {
    await tx.db.deleteFrom('teamMember').where('id', '=', present.id).execute()
    const details = { memberId: present.id, accountId: present.accountId }
    await audit(tx, { action: 'team.disconnect-owner', target: `advertiser:${advertiserId}`, details })
  }
  if (accountId !== null) await addOwner(tx, { advertiserId, accountId })
}
