import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { getAccount } from '#domains/people/accounts/queries.ts'
import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { approvedEmail, rejectedEmail } from '../mails.ts'
import { alreadyDecided, canApprove, isWaiting, personName } from '../rules/review.ts'
import { createProfile } from './create-profile.ts'
import { getAccessLink } from './notify-existing-account.ts'

/** The input of an approval. */
export interface Approval {
  applicationId: bigint
  /** The advertiser's website, as the operator corrected it; empty keeps the one that the applicant typed. */
  website: string
  note: string
}

/**
 * Approves an application: approves the account, creates its publisher or advertiser, and mails the applicant. Refuses
 * with `application.decided` when it is approved already or a repeat, and refuses the field `website` when the
 * advertiser's website is not a web address.
 */
export function approveApplication(ctx: Ctx, input: Approval): Promise<void> {
  const { applicationId, note } = input
  return inTransaction(ctx, async (tx) => {
    const application = await lockApplication(tx, applicationId)
    if (!canApprove(application)) throw alreadyDecided()
    const { accountId, kind } = application
    const before = await getAccount(tx.db, accountId)
    if (before.reviewStatus !== 'approved') await decideReview(tx, { accountId, decision: 'approved', note })
    const business = await createProfile(tx, { application, website: input.website })
    await storeDecision(tx, applicationId, { status: 'approved', reason: '', note: note || application.note })
    const account = await getAccount(tx.db, accountId)
    const name = personName(application)
    const hasPassword = account.passwordHash !== null
    const url = await getAccessLink(tx, account)
    const message = approvedEmail({ branding: tx.branding, locale: account.locale }, { name, kind, hasPassword, url })
    await enqueueMail(tx, { to: account.email, message })
    await audit(tx, { action: 'application.approve', target: `application:${applicationId}`, details: business })
  })
}

/** The input of a rejection. The applicant reads the reason. */
export interface Rejection {
  applicationId: bigint
  reason: string
  note: string
}

/**
 * Rejects a waiting application and mails the applicant the reason. Refuses any other application with
 * `application.decided`.
 */
export function rejectApplication(ctx: Ctx, { applicationId, reason, note }: Rejection): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const application = await lockApplication(tx, applicationId)
    if (!isWaiting(application)) throw alreadyDecided()
    const account = await getAccount(tx.db, application.accountId)
    if (account.reviewStatus !== 'rejected') {
      await decideReview(tx, { accountId: account.id, decision: 'rejected', note })
    }
    await storeDecision(tx, applicationId, { status: 'rejected', reason, note: note || application.note })
    const message = rejectedEmail(
      { branding: tx.branding, locale: account.locale },
      { name: personName(application), reason },
    )
    await enqueueMail(tx, { to: account.email, message })
    await audit(tx, { action: 'application.reject', target: `application:${applicationId}` })
  })
}

/** Replaces the operators' note on an application, decided or not. */
export function noteApplication(ctx: Ctx, { applicationId, note }: { applicationId: bigint; note: string }) {
  return inTransaction(ctx, async (tx) => {
    await lockApplication(tx, applicationId)
    await tx.db.updateTable('application').set({ note }).where('id', '=', applicationId).execute()
    await audit(tx, { action: 'application.note', target: `application:${applicationId}` })
  })
}

async function lockApplication(tx: Ctx, applicationId: bigint) {
  const row = await tx.db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', applicationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

interface ApplicationDecision {
  status: 'approved' | 'rejected'
  reason: string
  note: string
}

async function storeDecision(tx: Ctx, applicationId: bigint, decision: ApplicationDecision): Promise<void> {
  const decidedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  await tx.db
    .updateTable('application')
    .set({ ...decision, decidedAt: tx.now, decidedBy })
    .where('id', '=', applicationId)
    .execute()
}
