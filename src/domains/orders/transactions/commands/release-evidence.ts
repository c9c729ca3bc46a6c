import { sql } from 'kysely'
import type { Db } from '#database'
import { releaseFiles } from '#domains/people/files/commands.ts'
import { listKeptFiles } from '#domains/people/files/queries.ts'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** How long the files of evidence are kept after the last change of the orders that they concern. */
export const EVIDENCE_KEPT_DAYS = 365

const BATCH_SIZE = 500

/**
 * Lets the files of evidence be deleted whose orders are all decided and have not changed for a year, so that they no
 * longer count towards the bound of their account. The decisions stay. Reads them in batches, each a transaction.
 */
export async function releaseOldEvidence(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - EVIDENCE_KEPT_DAYS * DAY_MS)
  let after: string | undefined
  for (;;) {
    const page = { uploadedBefore: before, after, limit: BATCH_SIZE }
    const fileIds = await listKeptFiles(ctx.db, { purpose: 'decision_evidence', ...page })
    after = fileIds.at(-1)
    if (after === undefined) return
    const needed = await listNeeded(ctx.db, fileIds, before)
    const old = fileIds.filter((id) => !needed.has(id))
    if (old.length > 0) await release(ctx, old)
  }
}

function release(ctx: Ctx, fileIds: readonly string[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await releaseFiles(tx, fileIds, tx.now)
    await audit(tx, { action: 'evidence.release-old', target: 'files:all', details: { count: fileIds.length } })
  })
}

/** Finds those of some files that concern an order that is undecided or changed after a time. */
async function listNeeded(db: Db, fileIds: readonly string[], before: Date): Promise<Set<string>> {
  const { rows } = await sql<{ fileId: string }>`
    SELECT DISTINCT decision.evidence_file_id AS file_id FROM transaction_decision AS decision
    JOIN transaction_state AS state
      ON state.publisher_id = decision.publisher_id AND state.transaction_id = decision.transaction_id
    WHERE decision.evidence_file_id = ANY (${fileIds}::uuid[])
      AND (state.status = 'PENDING' OR state.changed_at >= ${before})`.execute(db)
  return new Set(rows.map(({ fileId }) => fileId))
}
