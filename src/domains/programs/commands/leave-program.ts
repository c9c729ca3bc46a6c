import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { findMembership } from '../queries/memberships.ts'
import { canLeave, membershipRow } from '../rules.ts'
import { lockProgram } from './lock-program.ts'

/** Ends a publisher's own membership or withdraws its join request. Earned commission stays. */
export function leaveProgram(ctx: Ctx, { programId, publisherId }: { programId: bigint; publisherId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!canLeave(present?.status)) throw new Refusal({ code: 'not_joined', status: 409 })
    await tx.db
      .updateTable('membership')
      .set({ status: 'left', decidedAt: tx.now, decidedBy: null, reason: '' })
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.leave', target: `program:${programId}`, details: { publisherId } })
  })
}
