import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/notify.ts'
import { slugFor } from '../rules.ts'

/** Closes the programme of an erased advertiser and deletes its texts, inside the caller's transaction. */
export async function eraseProgram(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  const title = `Erased programme ${advertiserId}`
  await tx.db
    .updateTable('program')
    .set({ title, slug: slugFor(title), description: '', commissionText: '', status: 'closed', changedAt: tx.now })
    .set({ closedAt: sql`coalesce(closed_at, ${tx.now}::timestamptz)` })
    .where('advertiserId', '=', advertiserId)
    .execute()
  await announceCatalogChange(tx)
  await announcePageChange(tx)
}
