import { addDays, toDay } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countDifferences } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'

/** Results are kept for a year. */
const KEPT_DAYS = 366

/** What a check found, and how long it took. */
export interface CheckOutcome {
  results: readonly CheckResult[]
  tookMs: number
}

/** Checks the ledger by `verify` and measures the time that it takes. */
export async function timeCheck(verify: () => Promise<CheckResult[]>): Promise<CheckOutcome> {
  const startedAt = performance.now()
  const results = await verify()
  return { results, tookMs: Math.round(performance.now() - startedAt) }
}

/**
 * Keeps what a check that began at the time of `ctx` found. Another one of the same UTC day replaces it; with `isFirst`
 * it is kept only if it is the first of its day. Answers whether it was kept.
 */
export function keepCheck(
  ctx: Ctx,
  { results, tookMs }: CheckOutcome,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const day = toDay(tx.now)
    const differenceCount = countDifferences(results)
    const found = { startedAt: tx.now, tookMs, differenceCount, results: JSON.stringify(results) }
    const kept = await tx.db
      .insertInto('ledgerCheck')
      .values({ day, ...found })
      .onConflict((conflict) => (isFirst ? conflict.doNothing() : conflict.column('day').doUpdateSet(found)))
      .returning('day')
      .executeTakeFirst()
    if (!kept) return false
    await tx.db.deleteFrom('ledgerCheck').where('day', '<', addDays(day, -KEPT_DAYS)).execute()
    await audit(tx, { action: 'ledger.check', target: 'ledger', details: { differences: differenceCount, tookMs } })
    return true
  })
}
