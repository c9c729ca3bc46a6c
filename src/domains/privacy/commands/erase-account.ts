import { closeErasedAccount } from '#domains/account-states/commands/change-state.ts'
import { clearAccount } from '#domains/accounts/commands/clear-account.ts'
import { lockAccount, lockOperators } from '#domains/accounts/commands/lock-account.ts'
import { findOtherOperator, getAccount } from '#domains/accounts/queries.ts'
import { eraseAdvertiser } from '#domains/advertisers/commands.ts'
import { eraseKeys } from '#domains/keys/commands/erase-keys.ts'
import { removeApplications } from '#domains/applications/commands/remove-application.ts'
import { eraseClaims } from '#domains/claims/commands/follow-up-claim.ts'
import { eraseDecisionSource } from '#domains/decision-sources/commands/change-source.ts'
import { eraseFiles } from '#domains/files/commands.ts'
import {
  eraseAdvertiserInvitations,
  erasePublisherInvitations,
} from '#domains/invitations/commands/erase-invitations.ts'
import { eraseListing } from '#domains/listings/commands/change-listing.ts'
import { eraseNotices } from '#domains/notices/commands/choose-notices.ts'
import { eraseNotes } from '#domains/notes/commands.ts'
import { erasePayment } from '#domains/payouts/commands/payment.ts'
import { eraseMemberships } from '#domains/programs/commands/erase-memberships.ts'
import { eraseProgram } from '#domains/programs/commands/erase-program.ts'
import { endPromotions, releaseCoupons } from '#domains/promotions/commands/end-promotions.ts'
import { deleteSubAccounts } from '#domains/publishers/commands/delete-sub-accounts.ts'
import { erasePublisher } from '#domains/publishers/commands/erase-publisher.ts'
import { findPublisherId } from '#domains/publishers/queries.ts'
import { eraseCompany } from '#domains/setup/commands/erase-company.ts'
import { eraseMember } from '#domains/teams/commands/change-member.ts'
import { eraseTaxes } from '#domains/taxes/commands/tax-forms.ts'
import { eraseLinks } from '#domains/tracking/commands/erase-links.ts'
import { eraseDecisionFiles } from '#domains/transactions/commands/remove-decision-files.ts'
import { eraseViews } from '#domains/views/commands/save-view.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { erasedEmail } from '../mails.ts'

/** The input of an erasure. `email` repeats the address of the account, as an operator typed it. */
export interface ErasureInput {
  accountId: bigint
  email?: string
  branding: EmailBranding
}

/**
 * Erases an account for good: its person and its business become pseudonyms, its sessions end, its address is free, and
 * a last mail says so. Orders, decisions, postings and audit lines stay. Refuses an unknown account as not found, the
 * field `email` when it is not the address, with `account.last_operator` the only operator who can sign in, and with
 * `account.erased` a second time.
 */
export function eraseAccount(ctx: Ctx, { accountId, email, branding }: ErasureInput): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // The commands on applications, sub-accounts and teams lock these before the account. In another order, two
    // commands could wait for each other.
    await removeApplications(tx, { accountId })
    await deleteSubAccounts(tx, { accountId })
    const advertiserId = await eraseMember(tx, { accountId })
    const account = await lockErasable(tx, { accountId, email })
    const publisherId = await findPublisherId(tx.db, { accountId })
    if (publisherId !== undefined) await erasePublisherData(tx, { publisherId })
    if (advertiserId !== undefined) await eraseAdvertiserData(tx, { advertiserId })
    await eraseFiles(tx, { accountId })
    await eraseViews(tx, { accountId })
    await eraseNotices(tx, { accountId })
    await tx.db.deleteFrom('erasureRequest').where('accountId', '=', accountId).execute()
    await clearAccount(tx, { accountId })
    const message = erasedEmail({ branding, locale: account.locale, displayName: account.displayName })
    await enqueueMail(tx, { to: account.email, message })
  })
}

/** Locks an account that can be erased, and an operator together with all others. */
export async function lockErasable(tx: Ctx, { accountId, email }: { accountId: bigint; email?: string | undefined }) {
  const { role } = await getAccount(tx.db, accountId)
  if (role === 'operator') await lockOperators(tx)
  await lockAccount(tx, accountId)
  const account = await getAccount(tx.db, accountId)
  if (account.erasedAt !== null) throw new Refusal({ code: 'account.erased', status: 409 })
  if (role === 'operator' && !(await findOtherOperator(tx.db, accountId))) {
    throw new Refusal({ code: 'account.last_operator', status: 409 })
  }
  if (email !== undefined && email.trim().toLowerCase() !== account.email) {
    throw invalidField('email', { code: 'account.other_email' })
  }
  return account
}

async function erasePublisherData(tx: Ctx, publisher: { publisherId: bigint }): Promise<void> {
  await eraseClaims(tx, publisher)
  await erasePublisherInvitations(tx, publisher)
  await eraseMemberships(tx, publisher)
  await eraseListing(tx, publisher)
  await eraseKeys(tx, publisher)
  await eraseLinks(tx, publisher)
  await releaseCoupons(tx, publisher)
  await erasePayment(tx, publisher)
  await closeErasedAccount(tx, publisher)
  await eraseTaxes(tx, publisher)
  await eraseNotes(tx, publisher)
  await erasePublisher(tx, publisher)
}

async function eraseAdvertiserData(tx: Ctx, advertiser: { advertiserId: bigint }): Promise<void> {
  await eraseDecisionSource(tx, advertiser)
  await eraseDecisionFiles(tx, advertiser)
  await eraseKeys(tx, advertiser)
  await eraseAdvertiserInvitations(tx, advertiser)
  await eraseProgram(tx, advertiser)
  await endPromotions(tx, advertiser)
  await eraseCompany(tx, advertiser)
  await eraseNotes(tx, advertiser)
  await eraseAdvertiser(tx, advertiser)
}
