import { Refusal } from '#kernel/errors.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { findMembership } from '../queries/memberships.ts'
import { JOIN_REQUEST_HOURS, acceptsJoins, isOpen, membershipRow, statusAfterRequest } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { tellOfRequests } from './mail-memberships.ts'
import { recordEvent } from './record-event.ts'

/** The input of a join request. */
export interface JoinRequest {
  programId: bigint
  publisherId: bigint
  /** A message to the advertiser; may be empty. */
  message?: string
  /** How the publisher says that it will promote. */
  methods?: readonly PromotionMethod[]
  /** The branding of the mails. Without it no mail is sent. */
  branding?: EmailBranding
}

/**
 * Requests to join an open programme. The publisher joins at once with automatic approval; otherwise the request is
 * pending until the advertiser decides, which is told by mail.
 */
export function requestJoin(ctx: Ctx, { programId, publisherId, message = '', methods = [], branding }: JoinRequest) {
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
      methods: [...methods],
      requestedAt: tx.now,
      dueAt: status === 'pending' ? new Date(tx.now.getTime() + JOIN_REQUEST_HOURS * 3_600_000) : null,
      decidedAt: status === 'joined' ? tx.now : null,
      decidedBy: null,
      reason: '',
    }
    await tx.db
      .insertInto('membership')
      .values({ programId, publisherId, ...membership })
      .onConflict((conflict) => conflict.columns(['programId', 'publisherId']).doUpdateSet(membership))
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'request', text: message, methods })
    if (status === 'joined') {
      await recordEvent(tx, { programId, publisherId }, { kind: 'approve', isAutomatic: true })
    }
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.request', target: `program:${programId}`, details: { publisherId, status } })
    if (branding && status === 'pending') await tellOfRequests(tx, { programId, branding })
    return { status }
  })
}
