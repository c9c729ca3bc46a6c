import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { getActingAccount } from './commands/change-state.ts'
import { hasAccountState } from './queries.ts'

export const listStateSections: ListSections = ({ isOwn }) => ({
  account_states: sql`SELECT state, reason, began_at, ended_at, end_reason FROM account_state
    WHERE ${isOwn} ORDER BY id`,
})

/** The condition that the network has put the account of a publisher on hold or suspended it. */
export function isRestricted(publisherId: bigint | null) {
  return hasAccountState(sql`${publisherId}`, ['on_hold', 'suspended'])
}

/**
 * Closes the account of an erased publisher, inside the caller's transaction, and removes what was written about it.
 */
export async function closeErasedAccount(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const closed = await tx.db
    .insertInto('accountState')
    .values({ publisherId, state: 'closed', reason: '', beganAt: tx.now, beganBy: getActingAccount(tx) })
    .onConflict((conflict) => conflict.columns(['publisherId', 'state']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  await tx.db.updateTable('accountState').set({ reason: '' }).where('publisherId', '=', publisherId).execute()
  await tx.db
    .updateTable('accountState')
    .set({ endReason: '' })
    .where('publisherId', '=', publisherId)
    .where('endedAt', 'is not', null)
    .execute()
  await announceCatalogChange(tx, sitesOf({ publisherId }))
  if (closed) await audit(tx, { action: 'account-state.closed', target: `publisher:${publisherId}` })
}
