import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'

/**
 * Stores from when on a programme is closed, null for never, or that it is closed now, and who announced that; inside
 * the caller's transaction, which has locked the programme. The calling command writes the audit line.
 */
export async function setClosing(
  tx: Ctx,
  { programId, ...change }: { programId: bigint } & ({ closesAt: Date | null } | { closedBy: bigint | null }),
): Promise<void> {
  await tx.db
    .updateTable('program')
    .set({ ...change, ...('closedBy' in change ? { status: 'closed', closedAt: tx.now } : {}), changedAt: tx.now })
    .where('id', '=', programId)
    .$if('closedBy' in change, (program) => program.where('status', '<>', 'closed'))
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
