import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Deletes all sub-accounts that an account has or had, of any publisher, inside the caller's transaction. */
export async function deleteSubAccounts(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  const deleted = await tx.db.deleteFrom('subAccount').where('accountId', '=', accountId).returning('id').execute()
  for (const { id } of deleted) await audit(tx, { action: 'sub-account.delete', target: `sub-account:${id}` })
}
