import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { findMembership } from '../queries/memberships.ts'
import { canLeave, membershipRow } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { recordEvent } from './record-event.ts'

/** Ends a publisher's own membership or withdraws its join request. Earned commission stays. */
export function leaveProgram(ctx: Ctx, { programId, publisherId }: { programId: bigint; publisherId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!canLeave(present?.status)) throw new Refusal({ code: 'not_joined', status: 409 })
    await tx.db
      .updateTable('membership')
      .set({ ...ENDED, decidedAt: tx.now })
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'leave' })
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.leave', target: `program:${programId}`, details: { publisherId } })
  })
}

/** What the row of a membership says when its publisher has ended it. */
export const ENDED = {
  status: 'left',
  decidedBy: null,
  reason: '',
  dueAt: null,
  question: '',
  askedAt: null,
  suspendedSince: null,
} as const
