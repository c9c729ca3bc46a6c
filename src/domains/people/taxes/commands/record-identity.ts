import type { NetworkIdentity } from '#platform/server/config.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Keeps what documents print about the network when it says something else than before. */
export function recordIdentity(ctx: Ctx, network: NetworkIdentity): Promise<void> {
  const { name, supportEmail, addressUnitedStates, legalIdentity, vatId } = network
  const present = { name, supportEmail, addressUnitedStates, legalIdentity, vatId }
  return inTransaction(ctx, async (tx) => {
    const last = await tx.db
      .selectFrom('networkIdentity')
      .select(['name', 'supportEmail', 'addressUnitedStates', 'legalIdentity', 'vatId'])
      .orderBy('since', 'desc')
      .limit(1)
      .executeTakeFirst()
    const keys = ['name', 'supportEmail', 'addressUnitedStates', 'legalIdentity', 'vatId'] as const
    if (last && keys.every((key) => last[key] === present[key])) return
    await tx.db
      .insertInto('networkIdentity')
      .values({ ...present, since: tx.now })
      .execute()
    await audit(tx, { action: 'network.record-identity', target: 'network-identity', details: { name, vatId } })
  })
}
