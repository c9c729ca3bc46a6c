import { sql } from 'kysely'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockRun } from './make-run.ts'

/**
 * Marks an approved run as exported: its files can be downloaded, and its payouts settled. Refuses with 409 while the
 * approval is being posted.
 */
export function exportRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const run = await lockRun(tx, runId, ['approved'])
    if (run.progressPublisherId !== null) throw new Refusal({ code: 'run.not_posted', status: 409 })
    await sql`
      UPDATE payout SET status = 'exported', changed_at = ${tx.now}
      WHERE run_id = ${runId} AND status = 'approved'`.execute(tx.db)
    await tx.db
      .updateTable('payoutRun')
      .set({ status: 'exported', exportedAt: tx.now })
      .where('id', '=', runId)
      .execute()
    await audit(tx, { action: 'payout-run.export', target: `payout-run:${runId}`, details: { amount: run.amount } })
  })
}

/** Closes a settled run. Money that comes back later can still be recorded. */
export function closeRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockRun(tx, runId, ['settled'])
    await tx.db.updateTable('payoutRun').set({ status: 'closed', closedAt: tx.now }).where('id', '=', runId).execute()
    await audit(tx, { action: 'payout-run.close', target: `payout-run:${runId}` })
  })
}
