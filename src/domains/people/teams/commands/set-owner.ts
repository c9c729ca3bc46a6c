import { invalidField } from '#kernel/errors.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findFirstOwner } from '../queries.ts'

const TAKEN = invalidField('account_email', { code: 'advertiser.account_taken' }, 'taken')

const ACCOUNT_TAKEN = { team_member_account: TAKEN, team_member_once: TAKEN, team_member_email: TAKEN }

/**
 * Makes an advertiser account an owner, inside the transaction of the calling command, which writes the audit line.
 * Refuses an account of another role, and one that does not exist, with `advertiser.account_unknown`, and one that is
 * in a team with `advertiser.account_taken`.
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
  await refuseViolation(tx.db.insertInto('teamMember').values(row).execute(), ACCOUNT_TAKEN)
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
  if (present) await tx.db.deleteFrom('teamMember').where('id', '=', present.id).execute()
  if (accountId !== null) await addOwner(tx, { advertiserId, accountId })
}
