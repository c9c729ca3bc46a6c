import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { findMembership } from '../queries/memberships.ts'
import { acceptsJoins, isOpen, membershipRow, statusAfterRequest } from '../rules.ts'
import { lockProgram } from './lock-program.ts'

/** The input of a join request. */
export interface JoinRequest {
  programId: bigint
  publisherId: bigint
  /** A message to the operator; may be empty. */
  message?: string
}

/**
 * Requests to join an open programme. The publisher joins at once with automatic approval; otherwise the request is
 * pending until an operator decides.
 */
export function requestJoin(ctx: Ctx, { programId, publisherId, message = '' }: JoinRequest) {
  return inTransaction(ctx, async (tx) => {
    const program = await lockProgram(tx, programId)
    if (!isOpen(program)) throw new Refusal({ code: 'program_not_open', status: 409 })
    if (program.closesAt !== null) throw new Refusal({ code: 'program.closing', status: 409 })
    if (!acceptsJoins(program, tx.now)) throw new Refusal({ code: 'program.no_joins', status: 409 })
    const present = await findMembership(tx.db, { programId, publisherId })
    const status = statusAfterRequest(present?.status, program.joinMode)
    const membership = {
      status,
      message,
      requestedAt: tx.now,
      decidedAt: status === 'joined' ? tx.now : null,
      decidedBy: null,
      reason: '',
    }
    await tx.db
      .insertInto('membership')
      .values({ programId, publisherId, ...membership })
      .onConflict((conflict) => conflict.columns(['programId', 'publisherId']).doUpdateSet(membership))
      .execute()
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.request', target: `program:${programId}`, details: { publisherId, status } })
    return { status }
  })
}
