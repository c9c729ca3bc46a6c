import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { withdrawClaim } from './commands/follow-up-claim.ts'

export const listClaimSections: ListSections = ({ isOwn }) => ({
  claims: sql`SELECT * FROM claim WHERE ${isOwn} ORDER BY filed_at, id`,
  claim_events: sql`SELECT event.* FROM claim_event AS event JOIN claim ON claim.id = event.claim_id
    WHERE ${isOwn} ORDER BY claim_id, sequence`,
})

export const listReceivedClaimSections: ListSections = ({ isOwn }) => ({
  claims: sql`SELECT id, publisher_id, order_ref, event, ordered_on, amount, currency, origin, filed_at, status,
      decided_at FROM claim WHERE ${isOwn} ORDER BY filed_at, id`,
})

/** Withdraws the claims of an erased publisher that wait, and removes its texts, inside the caller's transaction. */
export async function eraseClaims(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const own = tx.db.selectFrom('claim').select('id').where('publisherId', '=', publisherId)
  const waiting = await own.where('status', '=', 'waiting').select('sequence').execute()
  for (const { id: claimId, sequence } of waiting)
    await withdrawClaim(tx, { claimId, sequence, scope: { publisherId } })
  await tx.db.updateTable('claimEvent').set({ note: '', fileId: null }).where('claimId', 'in', own).execute()
}
