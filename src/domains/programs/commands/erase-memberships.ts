import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'

/** Ends the memberships of an erased publisher and deletes its messages, inside the caller's transaction. */
export async function eraseMemberships(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.updateTable('membership').set({ message: '' }).where('publisherId', '=', publisherId).execute()
  await tx.db
    .updateTable('membership')
    .set({ status: 'left', decidedAt: tx.now, decidedBy: null, reason: '' })
    .where('publisherId', '=', publisherId)
    .where('status', 'in', ['pending', 'joined'])
    .execute()
  await announceCatalogChange(tx)
}
