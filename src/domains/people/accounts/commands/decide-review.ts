import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import { approvedEmail, firstPasswordEmail, rejectedEmail } from '../mails.ts'
import { getAccount } from '../queries.ts'
import { getLoginPath } from '../rules.ts'
import { createLink } from './account-links.ts'

/** An operator's decision. */
export interface AccountReview {
  accountId: bigint
  decision: 'approved' | 'rejected'
  note?: string | undefined
  /** Whether the owner is mailed. A caller that mails the owner itself leaves it out. */
  isOwnerMailed?: boolean
}

/**
 * Approves or rejects an account and, if told to, mails its owner. An owner without a password gets a link to choose
 * one. A rejection ends the account's sessions. Refuses with `account.decided` when nothing would change, and with
 * `account.operator` for operators, and with `account.erased` for an erased account.
 */
export function decideReview(ctx: Ctx, input: AccountReview): Promise<void> {
  const { accountId, decision, note, isOwnerMailed } = input
  return inTransaction(ctx, async (tx) => {
    await tx.db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    const account = await getAccount(tx.db, accountId)
    if (account.role === 'operator') throw new Refusal({ code: 'account.operator', status: 409 })
    if (account.erasedAt !== null) throw new Refusal({ code: 'account.erased', status: 409 })
    if (account.reviewStatus === decision) throw new Refusal({ code: 'account.decided', status: 409 })
    await tx.db
      .updateTable('account')
      .set({
        reviewStatus: decision,
        reviewedAt: tx.now,
        reviewedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
        reviewNote: note || null,
      })
      .where('id', '=', accountId)
      .execute()
    await announceCatalogChange(tx, sitesOf({ accountId }))
    if (decision === 'rejected') await tx.db.deleteFrom('session').where('accountId', '=', accountId).execute()
    if (isOwnerMailed) await notifyOwner(tx, { account, decision })
    const details = { from: account.reviewStatus, hasNote: Boolean(note) }
    await audit(tx, {
      action: `account.${decision === 'approved' ? 'approve' : 'reject'}`,
      target: auditTarget(accountId),
      details,
    })
  })
}

type Account = Awaited<ReturnType<typeof getAccount>>

async function notifyOwner(
  tx: Ctx,
  { account, decision }: { account: Account; decision: AccountReview['decision'] },
): Promise<void> {
  const parts = { branding: tx.branding, locale: account.locale, displayName: account.displayName }
  if (decision === 'rejected') {
    await enqueueMail(tx, { to: account.email, message: rejectedEmail(parts) })
  } else if (account.passwordHash === null) {
    const url = await createLink(tx, { accountId: account.id, kind: 'password_set' })
    await enqueueMail(tx, { to: account.email, message: firstPasswordEmail(parts, url) })
  } else {
    const url = `${tx.branding.publicUrl}${getLoginPath(account.role)}`
    await enqueueMail(tx, { to: account.email, message: approvedEmail(parts, url) })
  }
}

function auditTarget(accountId: bigint): string {
  return `account:${accountId}`
}
