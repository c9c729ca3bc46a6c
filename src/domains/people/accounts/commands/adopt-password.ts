import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'

/**
 * Sets the password that an owner chose before the account existed, inside the caller's transaction. Returns false when
 * the account has a password, which it keeps. Call it only for owners whose address is confirmed.
 */
export async function adoptPassword(
  tx: Ctx,
  { accountId, passwordHash }: { accountId: bigint; passwordHash: string },
): Promise<boolean> {
  const adopted = await tx.db
    .updateTable('account')
    .set({ passwordHash, confirmedAt: tx.now })
    .where('id', '=', accountId)
    .where('passwordHash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!adopted) return false
  await audit(tx, { action: 'account.adopt-password', target: `account:${accountId}` })
  return true
}
