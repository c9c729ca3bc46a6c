import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/notify.ts'

/**
 * Stores from when on a programme is closed, null for never, or that it is closed now; inside the caller's transaction,
 * which has locked the programme. The calling command writes the audit line.
 */
export async function setClosing(
  tx: Ctx,
  { programId, ...change }: { programId: bigint; closesAt: Date | null } | { programId: bigint; status: 'closed' },
): Promise<void> {
  await tx.db
    .updateTable('program')
    .set({ ...change, changedAt: tx.now })
    .where('id', '=', programId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
