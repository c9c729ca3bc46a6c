import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOfOwner } from '../queries.ts'
import type { KeyOwner } from '../queries.ts'

/** Revokes an API key of its owner. Another owner's key and a revoked one are refused like an unknown one. */
export function revokeKey(ctx: Ctx, { keyId, ...owner }: KeyOwner & { keyId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('apiKey')
      .set({ revokedAt: tx.now, revokedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null })
      .where('id', '=', keyId)
      .where(isOfOwner(owner))
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw notFound()
    await audit(tx, { action: 'api_key.revoke', target: `api_key:${keyId}`, details: { ...owner } })
  })
}
