import { createLink } from '#domains/accounts/commands/account-links.ts'
import type { getAccount } from '#domains/accounts/queries.ts'
import { getLoginPath } from '#domains/accounts/rules.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { knownAddressEmail } from '../mails.ts'

type Account = Awaited<ReturnType<typeof getAccount>>

/**
 * Tells the owner of an account that somebody applied with its address, and the way in: the login, the link for a first
 * password, or whom to write to.
 */
export async function tellKnownOwner(
  tx: Ctx,
  { account, branding }: { account: Account; branding: EmailBranding },
): Promise<void> {
  const parts = { branding, locale: account.locale }
  const state =
    account.reviewStatus === 'approved' ? 'member' : account.reviewStatus === 'rejected' ? 'closed' : 'waiting'
  const url = state === 'closed' ? undefined : await wayIn(tx, account, branding)
  await enqueueMail(tx, { to: account.email, message: knownAddressEmail(parts, { state, url }) })
}

/** The page through which an account is entered: its login, or the one on which its first password is chosen. */
export async function wayIn(tx: Ctx, account: Account, branding: EmailBranding): Promise<string> {
  if (account.passwordHash !== null) return `${branding.publicUrl}${getLoginPath(account.role)}`
  return createLink(tx, { accountId: account.id, kind: 'password_set', publicUrl: branding.publicUrl })
}
