import { releaseStatementLines } from '#domains/books/ledger/commands.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PayoutRunTable } from '../tables.ts'

/** The payouts, and the exclusions, that one transaction removes. */
const BATCH = 500

/** A draft that is being emptied. */
export type EmptiedRun = Pick<PayoutRunTable, 'id'> & { emptiedFor: 'compute' | 'discard' }

/**
 * Empties the next part of a draft, inside the caller's transaction, which has locked the run: lines are open again,
 * and the sums of the run are those of what is left. An empty draft is removed, or begins to be computed. Answers
 * whether it is removed.
 */
export async function emptyBatch(tx: Ctx, { id: runId, emptiedFor }: EmptiedRun): Promise<boolean> {
  const payouts = await removePayouts(tx, runId)
  const excluded = await removeExclusions(tx, runId)
  const removed = payouts.reduce((sum, { amount }) => sum + amount, 0n)
  await tx.db
    .updateTable('payoutRun')
    .set((row) => ({
      includedCount: row('includedCount', '-', payouts.length),
      excludedCount: row('excludedCount', '-', excluded),
      amount: row('amount', '-', removed),
    }))
    .where('id', '=', runId)
    .execute()
  if (payouts.length === BATCH || excluded === BATCH) return false
  if (emptiedFor === 'discard') {
    await tx.db.deleteFrom('payoutRun').where('id', '=', runId).execute()
    return true
  }
  await tx.db.updateTable('payoutRun').set({ emptiedFor: null }).where('id', '=', runId).execute()
  return false
}

async function removePayouts(tx: Ctx, runId: string) {
  const payouts = await tx.db
    .selectFrom('payout')
    .select(['publisherId', 'id as payoutId', 'amount'])
    .where('runId', '=', runId)
    .orderBy('publisherId')
    .limit(BATCH)
    .execute()
  if (payouts.length === 0) return payouts
  const ids = payouts.map(({ payoutId }) => payoutId)
  await releaseStatementLines(tx, payouts)
  await tx.db.deleteFrom('payoutDestination').where('payoutId', 'in', ids).execute()
  await tx.db
    .deleteFrom('payout')
    .where('runId', '=', runId)
    .where('publisherId', '<=', payouts.at(-1)?.publisherId ?? 0n)
    .execute()
  return payouts
}

async function removeExclusions(tx: Ctx, runId: string): Promise<number> {
  const next = tx.db
    .selectFrom('payoutExclusion')
    .select('publisherId')
    .where('runId', '=', runId)
    .orderBy('publisherId')
    .limit(BATCH)
  const { numDeletedRows } = await tx.db
    .deleteFrom('payoutExclusion')
    .where('runId', '=', runId)
    .where('publisherId', 'in', next)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
