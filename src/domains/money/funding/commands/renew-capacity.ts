import type { Ctx } from '#platform/server/context.ts'
import { readFunding } from '../queries/funding.ts'
import { getFree } from '../rules.ts'

/**
 * Stores what is free of an advertiser's funds and credit now, as the whole of which the warnings are parts. The caller
 * has changed the funds or the limit, or found that more is free than before, under the lock of `lockFunds`.
 */
export async function renewCapacity(tx: Ctx, advertiserId: bigint): Promise<void> {
  const capacity = getFree(await readFunding(tx.db, { advertiserId }))
  await tx.db
    .insertInto('advertiserBilling')
    .values({ advertiserId, capacity })
    .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ capacity }))
    .execute()
}
