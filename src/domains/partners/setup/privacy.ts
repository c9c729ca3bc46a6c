import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

/** Lists the hosts without proof that an export of an advertiser contains. */
export const listPendingHostSections: ListSections = ({ isOwn }) => ({
  hosts_without_proof: sql`SELECT id, host, created_at, checked_at, file_fault, record_fault FROM pending_domain
    WHERE ${isOwn} ORDER BY id`,
})

export const listOpeningSections: ListSections = ({ isOwn }) => ({
  openings: sql`SELECT * FROM opening WHERE program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY id`,
})

/** Deletes the unproved hosts of an erased advertiser, inside the caller's transaction. */
export async function erasePendingDomains(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  await tx.db.deleteFrom('pendingDomain').where('advertiserId', '=', advertiserId).execute()
}
