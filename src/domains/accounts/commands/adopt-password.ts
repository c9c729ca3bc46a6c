import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/context.ts'

/**
 * Sets the password that an owner chose before the account existed, inside the caller's transaction. An account that
 * has a password keeps it. Call it only for owners whose address is confirmed.
 */
export async function adoptPassword(
  tx: Ctx,
  { accountId, passwordHash }: { accountId: bigint; passwordHash: string },
): Promise<void> {
  const adopted = await tx.db
    .updateTable('account')
    .set({ passwordHash })
    .where('id', '=', accountId)
    .where('passwordHash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (adopted) await audit(tx, { action: 'account.adopt-password', target: `account:${accountId}` })
}
