import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listErasureSections: ListSections = ({ isOwn }) => ({
  erasure_request: sql`SELECT requested_at, due_at FROM erasure_request WHERE ${isOwn}`,
})

export const listActSections: ListSections = ({ id }) => ({
  acts: sql`SELECT id, created_at, action, target, details FROM audit_line
    WHERE actor_account_id = ${id} OR target = ${`account:${id}`} ORDER BY id`,
})

/** Deletes the request to erase an account, inside the transaction that erases it. */
export async function eraseRequest(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await tx.db.deleteFrom('erasureRequest').where('accountId', '=', accountId).execute()
}
