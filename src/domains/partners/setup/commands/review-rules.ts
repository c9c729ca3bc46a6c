import { lockAdvertiser } from '#domains/people/advertisers/commands.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getAccountId } from './open-program.ts'

/** Decides whether programmes wait for an operator's review before they open. Waiting ones stay where they are. */
export function setOpeningPolicy(ctx: Ctx, { isReviewRequired }: { isReviewRequired: boolean }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const values = { isReviewRequired, changedAt: tx.now, changedBy: getAccountId(tx) }
    await tx.db
      .insertInto('openingPolicy')
      .values(values)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
      .execute()
    await audit(tx, {
      action: 'network.set-opening-policy',
      target: 'opening-policy',
      details: { isReviewRequired },
    })
  })
}

/** Lets the programme of an advertiser open without a test order, or not any more. */
export function skipTest(ctx: Ctx, input: { advertiserId: bigint; isSkipped: boolean }): Promise<void> {
  const { advertiserId, isSkipped } = input
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, advertiserId)
    const values = isSkipped
      ? { testSkippedAt: tx.now, testSkippedBy: getAccountId(tx) }
      : { testSkippedAt: null, testSkippedBy: null }
    await tx.db
      .insertInto('setup')
      .values({ advertiserId, ...values })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(values))
      .execute()
    await audit(tx, { action: isSkipped ? 'test.skip' : 'test.require', target: `advertiser:${advertiserId}` })
  })
}
