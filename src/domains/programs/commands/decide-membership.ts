import { getPublisher } from '#domains/publishers/queries.ts'
import { tellTeam } from '#domains/notices/commands/tell-team.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { decisionEmail, partnerEmail } from '../mails.ts'
import type { DecisionMail } from '../mails.ts'
import { findMembership } from '../queries/memberships.ts'
import { membershipRow, statusAfterDecision } from '../rules.ts'
import type { MembershipDecision } from '../rules.ts'
import { lockProgram } from './lock-program.ts'

/** An operator's decision about a publisher's membership. */
export interface DecisionInput {
  programId: bigint
  publisherId: bigint
  decision: MembershipDecision
  /** The reason that the publisher reads; required to decline and to suspend. */
  reason?: string
  /** The branding of the mails. Without it no mail is sent. */
  branding?: EmailBranding
}

/**
 * Decides a join request, suspends a membership or lifts a suspension. In the same transaction it mails the publisher,
 * and the advertiser about a new partner, unless they want no such mails.
 */
export function decideMembership(ctx: Ctx, input: DecisionInput) {
  const { programId, publisherId, decision } = input
  const reason = decision === 'approve' ? '' : (input.reason ?? '').trim()
  return inTransaction(ctx, async (tx) => {
    const program = await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!present) throw notFound()
    const status = statusAfterDecision(present.status, decision)
    const isClosed = program.closedFrom !== null && program.closedFrom <= tx.now
    if (isClosed && present.status === 'pending' && decision === 'approve') {
      throw new Refusal({ code: 'program.closed_for_funds', status: 409 })
    }
    if (decision !== 'approve' && reason === '') throw invalidField('reason', { code: 'program.reason_missing' })
    await tx.db
      .updateTable('membership')
      .set({ status, reason, decidedAt: tx.now, decidedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null })
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, {
      action: `membership.${decision}`,
      target: `program:${programId}`,
      details: { publisherId, status, reason },
    })
    if (input.branding)
      await notifyBoth(tx, publisherId, {
        branding: input.branding,
        program: program.title,
        advertiserId: program.advertiserId,
        isNewPartner: decision === 'approve' && present.status === 'pending',
        decision,
        reason,
      })
    return { status }
  })
}

type DecisionNews = Omit<DecisionMail, 'locale' | 'publisher'> & { advertiserId: bigint; isNewPartner: boolean }

async function notifyBoth(tx: Ctx, publisherId: bigint, news: DecisionNews) {
  const { email, name, locale, mutedNotices } = await getPublisher(tx.db, { publisherId })
  if (news.isNewPartner) await notifyAdvertiser(tx, { ...news, publisher: name })
  if (mutedNotices.includes('memberships')) return
  await enqueueMail(tx, { to: email, message: decisionEmail({ ...news, locale, publisher: name }) })
}

/** Tells the advertiser of a programme about its new partner, unless it wants no such mails. */
async function notifyAdvertiser(tx: Ctx, news: DecisionNews & { publisher: string }): Promise<void> {
  const { advertiserId, branding, program, publisher } = news
  await tellTeam(tx, {
    advertiserId,
    kind: 'memberships',
    path: '/brand/programme',
    write: ({ locale, advertiser }) => partnerEmail({ branding, locale, advertiser, program, publisher }),
  })
}
