import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readFunding } from '../queries/funding.ts'
import { getFree, getShortfall } from '../rules.ts'

/**
 * Stores what is free of an advertiser's funds and credit now, as the whole of which the warnings are parts. The caller
 * has changed the funds or the limit, or found that more is free than before, under the lock of `lockFunds`. Stores the
 * shortfall too: only what the bank has taken back raises it.
 */
export async function renewCapacity(tx: Ctx, advertiserId: bigint, takenBack: Amount = 0n): Promise<void> {
  const funding = await readFunding(tx.db, { advertiserId })
  const [missing, allowed] = [getShortfall(funding), funding.shortfall + takenBack]
  const capacity = getFree(funding)
  const shortfall = missing < allowed ? missing : allowed
  await tx.db
    .insertInto('advertiserBilling')
    .values({ advertiserId, capacity, shortfall })
    .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet({ capacity, shortfall }))
    .execute()
}
