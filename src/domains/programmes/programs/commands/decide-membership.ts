import { sql } from 'kysely'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, notify } from '#platform/server/database/notify.ts'
import { decisionEmail, partnerEmail } from '../mails.ts'
import { findMembership, isSuspendedByNetwork } from '../queries/memberships.ts'
import { membershipRow, statusAfterDecision } from '../rules.ts'
import type { MembershipDecision, MembershipKey, MembershipStatus } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { mailMember, tellAdvertiser } from './mail-memberships.ts'
import { recordEvent } from './record-event.ts'

/** The notification channel for declined requests: an open invitation of the publisher ends with them. */
export const DECLINES_CHANNEL = 'declined_requests'

/** A decision of an advertiser or an operator about a publisher's membership. */
export interface DecisionInput {
  programId: bigint
  publisherId: bigint
  decision: MembershipDecision
  /** The reason that the publisher reads; required to decline and to suspend. */
  reason?: string
}

/**
 * Decides a join request, suspends a membership or lifts a suspension. An advertiser does not lift the suspension of an
 * operator. In the same transaction it mails the publisher, and the advertiser about a new partner that an operator
 * approved, unless they want no such mails.
 */
export function decideMembership(ctx: Ctx, input: DecisionInput) {
  const { programId, publisherId, decision } = input
  const reason = decision === 'approve' ? '' : (input.reason ?? '').trim()
  return inTransaction(ctx, async (tx) => {
    const program = await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!present) throw notFound()
    const status = statusAfterDecision(present.status, decision)
    const isNewPartner = decision === 'approve' && present.status === 'pending'
    if (decision === 'approve') refuseNewcomer(program, present.status, tx.now)
    await refuseAgainstNetwork(tx, present)
    if (decision !== 'approve' && reason === '') throw invalidField('reason', { code: 'program.reason_missing' })
    const decidedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    await tx.db
      .updateTable('membership')
      .set({ status, reason, decidedAt: tx.now, decidedBy, dueAt: null, question: '', askedAt: null })
      .$if(decision === 'suspend', (member) =>
        member.set({ suspendedSince: sql`coalesce(suspended_since, ${tx.now}::timestamptz)` }),
      )
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await recordEvent(tx, input, { kind: decision, text: reason })
    if (decision === 'decline') await notify(tx, DECLINES_CHANNEL)
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, {
      action: `membership.${decision}`,
      target: `program:${programId}`,
      details: { publisherId, status, reason },
    })
    await notifyBoth(tx, { ...input, reason }, { program: program.title, isNewPartner })
    return { status }
  })
}

/** Refuses who would join a programme that is paused, or whose joins or close its publishers were told of. */
function refuseNewcomer(
  { status, closedFrom, closesAt }: Awaited<ReturnType<typeof lockProgram>>,
  present: MembershipStatus,
  now: Date,
): void {
  if (present === 'pending' && closedFrom !== null && closedFrom <= now) {
    throw new Refusal({ code: 'program.closed_for_funds', status: 409 })
  }
  if (present !== 'suspended' && status === 'paused') throw new Refusal({ code: 'program.paused', status: 409 })
  if (present !== 'suspended' && closesAt !== null) throw new Refusal({ code: 'program.closing', status: 409 })
}

/** Refuses an advertiser who decides about a publisher that an operator has suspended. */
async function refuseAgainstNetwork(tx: Ctx, present: MembershipKey & { status: MembershipStatus }): Promise<void> {
  if (!isOfAdvertiser(tx) || !(await isSuspendedByNetwork(tx.db, present))) return
  throw new Refusal({ code: 'program.suspended_by_network', status: 409 })
}

function isOfAdvertiser({ actor }: Ctx): boolean {
  return actor.kind === 'account' && actor.role === 'advertiser'
}

async function notifyBoth(
  tx: Ctx,
  { programId, publisherId, decision, reason }: Required<DecisionInput>,
  { program, isNewPartner }: { program: string; isNewPartner: boolean },
): Promise<void> {
  const parts = { branding: tx.branding, program }
  await mailMember(tx, { publisherId }, ({ name, locale }) =>
    decisionEmail({ ...parts, decision, reason, locale, publisher: name }),
  )
  if (!isNewPartner || isOfAdvertiser(tx)) return
  const { name: publisher } = await getPublisher(tx.db, { publisherId })
  await tellAdvertiser(tx, { programId, path: `/brand/publishers/${publisherId}` }, ({ name, locale }) =>
    partnerEmail({ ...parts, locale, advertiser: name, publisher }),
  )
}
