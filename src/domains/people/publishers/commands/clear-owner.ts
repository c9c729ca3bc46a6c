import { clearAccount } from '#domains/people/accounts/commands/clear-account.ts'
import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import type { Ctx } from '#platform/server/context.ts'

/**
 * Erases the account of a deleted sub-account inside the caller's transaction, unless it has another sub-account, of
 * any publisher. Does nothing for a sub-account without an account.
 */
export async function clearOwner(tx: Ctx, { accountId }: { accountId: bigint | null }): Promise<void> {
  if (accountId === null) return
  // A publisher may invite the owner of the account at the same moment.
  await lockAccount(tx, accountId)
  const other = await tx.db.selectFrom('subAccount').select('id').where('accountId', '=', accountId).executeTakeFirst()
  if (other === undefined) await clearAccount(tx, { accountId })
}
