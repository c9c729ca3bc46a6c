import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Hides the first steps after the opening from the home of a brand, for its whole team. */
export function hideFirstSteps(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const firstStepsHiddenAt = tx.now
    await tx.db
      .insertInto('setup')
      .values({ advertiserId, firstStepsHiddenAt })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ firstStepsHiddenAt }))
      .execute()
    await audit(tx, { action: 'first-steps.hide', target: `advertiser:${advertiserId}` })
  })
}
