import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { findMembership } from '../queries/memberships.ts'
import { membershipRow } from '../rules.ts'
import type { MembershipKey } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { recordEvent } from './record-event.ts'
import { refuseClosed } from './request-join.ts'

/**
 * Lets a publisher join that the advertiser has invited, whatever the rules of the programme say about requests. Who
 * has joined already stays so. Refuses a programme that takes no publishers, and a publisher that it has suspended.
 */
export function joinByInvitation(ctx: Ctx, { programId, publisherId }: MembershipKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    refuseClosed(await lockProgram(tx, programId), tx.now)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (present?.status === 'suspended') throw new Refusal({ code: 'invitation.own_suspension', status: 409 })
    if (present?.status === 'joined') return
    const decided = { status: 'joined', decidedAt: tx.now, decidedBy: null, reason: '' } as const
    const ended = { dueAt: null, question: '', askedAt: null }
    await tx.db
      .insertInto('membership')
      .values({ programId, publisherId, requestedAt: tx.now, ...decided, ...ended })
      .onConflict((conflict) => conflict.columns(['programId', 'publisherId']).doUpdateSet({ ...decided, ...ended }))
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'accept' })
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    const details = { publisherId, status: 'joined' }
    await audit(tx, { action: 'membership.accept', target: `program:${programId}`, details })
  })
}
