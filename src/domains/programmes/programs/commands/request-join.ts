import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { decisionEmail } from '../mails.ts'
import { findMembership } from '../queries/memberships.ts'
import { JOIN_REQUEST_HOURS, acceptsJoins, isOpen, membershipRow, statusAfterRequest } from '../rules.ts'
import type { JoinDates } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { mailMember, tellOfRequests } from './mail-memberships.ts'
import { recordEvent } from './record-event.ts'
import type { RuleName } from './record-event.ts'

/** The input of a join request. */
export interface JoinRequest {
  programId: bigint
  publisherId: bigint
  /** A message to the advertiser; may be empty. */
  message?: string
  /** How the publisher says that it will promote. */
  methods?: readonly PromotionMethod[]
  /** What a rule of the programme says; without it the programme decides as it does for all. */
  ruling?: Ruling
}

/** What a rule says about a join request; its text is the question or the reason. */
export interface Ruling {
  action: 'accept' | 'ask' | 'refuse'
  text: string
  rule: RuleName
}

/**
 * Requests to join an open programme. The publisher joins at once with automatic approval, or is refused at once by a
 * rule; otherwise the request is pending until the advertiser decides, which is told by mail. The caller asks what a
 * rule asks.
 */
export function requestJoin(ctx: Ctx, request: JoinRequest) {
  const { programId, publisherId, message = '', methods = [], ruling } = request
  return inTransaction(ctx, async (tx) => {
    const program = await lockProgram(tx, programId)
    refuseClosed(program, tx.now)
    if (program.joinMode === 'invited') throw new Refusal({ code: 'program.invited_only', status: 409 })
    const present = await findMembership(tx.db, { programId, publisherId })
    const status = statusAfterRequest(present?.status, program.joinMode, ruling?.action)
    const reason = status === 'declined' && ruling ? ruling.text : ''
    const membership = {
      status,
      message,
      methods: [...methods],
      requestedAt: tx.now,
      dueAt: status === 'pending' ? new Date(tx.now.getTime() + JOIN_REQUEST_HOURS * 3_600_000) : null,
      decidedAt: status === 'pending' ? null : tx.now,
      decidedBy: null,
      reason,
    }
    await tx.db
      .insertInto('membership')
      .values({ programId, publisherId, ...membership })
      .onConflict((conflict) => conflict.columns(['programId', 'publisherId']).doUpdateSet(membership))
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'request', text: message, methods })
    if (status !== 'pending') {
      const kind = status === 'joined' ? 'approve' : 'decline'
      const event = { kind, text: reason, isAutomatic: true, rule: ruling?.rule } as const
      await recordEvent(tx, { programId, publisherId }, event)
    }
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.request', target: `program:${programId}`, details: { publisherId, status } })
    await tellOfRequest(tx, request, { status, reason, program: program.title })
    return { status }
  })
}

type LockedProgram = Awaited<ReturnType<typeof lockProgram>>

/** Refuses who would join a programme that takes no publishers. */
export function refuseClosed(program: LockedProgram, now: Date): void {
  const obstacle = findJoinObstacle(program, now)
  if (obstacle) throw new Refusal({ ...obstacle, status: 409 })
}

/** Says why a programme takes no publishers now; undefined if it does. */
export function findJoinObstacle(program: Parameters<typeof isOpen>[0] & JoinDates, now: Date): CodedError | undefined {
  if (program.status === 'paused') return { code: 'program.paused' }
  if (!isOpen(program)) return { code: 'program_not_open' }
  if (program.closesAt !== null) return { code: 'program.closing' }
  return acceptsJoins(program, now) ? undefined : { code: 'program.no_joins' }
}

interface Outcome {
  status: 'pending' | 'joined' | 'declined'
  reason: string
  program: string
}

/** Tells the advertiser that a request waits, or the publisher that a rule has refused it. */
async function tellOfRequest(tx: Ctx, request: JoinRequest, { status, reason, program }: Outcome): Promise<void> {
  const { programId, ruling } = request
  if (status === 'pending' && ruling?.action !== 'ask') await tellOfRequests(tx, { programId })
  if (status !== 'declined') return
  await mailMember(tx, request, ({ name, locale }) =>
    decisionEmail({ branding: tx.branding, program, decision: 'decline', reason, locale, publisher: name }),
  )
}
