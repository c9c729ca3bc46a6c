import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { ENDED } from './leave-program.ts'

/** Ends the memberships of an erased publisher and deletes what it wrote, inside the caller's transaction. */
export async function eraseMemberships(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.updateTable('membership').set({ message: '' }).where('publisherId', '=', publisherId).execute()
  await tx.db
    .updateTable('membershipEvent')
    .set({ text: '' })
    .where('publisherId', '=', publisherId)
    .where('actedAs', '=', 'publisher')
    .execute()
  await tx.db
    .updateTable('membership')
    .set({ ...ENDED, decidedAt: tx.now })
    .where('publisherId', '=', publisherId)
    .where('status', 'in', ['pending', 'joined'])
    .execute()
  await announceCatalogChange(tx)
}
