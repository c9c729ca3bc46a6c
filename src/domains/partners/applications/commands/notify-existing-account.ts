import { createLink } from '#domains/people/accounts/commands/account-links.ts'
import type { getAccount } from '#domains/people/accounts/queries.ts'
import { getLoginPath } from '#domains/people/accounts/rules.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { knownAddressEmail } from '../mails.ts'

type Account = Awaited<ReturnType<typeof getAccount>>

/**
 * Mails the owner of an account that its address was used in an application. Depending on the account, the mail links
 * to the login or to the page for a first password, or names the support address.
 */
export async function notifyExistingAccount(tx: Ctx, { account }: { account: Account }): Promise<void> {
  const parts = { branding: tx.branding, locale: account.locale }
  const state =
    account.reviewStatus === 'approved' ? 'member' : account.reviewStatus === 'rejected' ? 'closed' : 'waiting'
  const url = state === 'closed' ? undefined : await getAccessLink(tx, account)
  await enqueueMail(tx, { to: account.email, message: knownAddressEmail(parts, { state, url }) })
}

/** Builds the link to an account's login page, or to the page for its first password. */
export async function getAccessLink(tx: Ctx, account: Account): Promise<string> {
  if (account.passwordHash !== null) return `${tx.branding.publicUrl}${getLoginPath(account.role)}`
  return createLink(tx, { accountId: account.id, kind: 'password_set' })
}
