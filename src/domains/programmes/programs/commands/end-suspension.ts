import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { membershipRow } from '../rules.ts'
import type { MembershipKey } from '../rules.ts'

/**
 * Forgets since when a publisher was suspended that is back and knows the terms; inside the caller's transaction, which
 * has locked the programme and writes the audit line.
 */
export async function endSuspension(tx: Ctx, { programId, publisherId }: MembershipKey): Promise<void> {
  await tx.db
    .updateTable('membership')
    .set({ suspendedSince: null })
    .where('programId', '=', programId)
    .where('publisherId', '=', publisherId)
    .where('status', '=', 'joined')
    .execute()
  await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
}
