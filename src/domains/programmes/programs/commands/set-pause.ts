import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'

/** When a programme is paused, null for never, and its status from now on, if that changes. */
interface Pause {
  programId: bigint
  pausesAt: Date | null
  status?: 'open' | 'paused'
}

/**
 * Stores the pause of a programme inside the caller's transaction, which has locked it. The calling command writes the
 * audit line.
 */
export async function setPause(tx: Ctx, { programId, ...pause }: Pause): Promise<void> {
  await tx.db
    .updateTable('program')
    .set({ ...pause, changedAt: tx.now })
    .where('id', '=', programId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
