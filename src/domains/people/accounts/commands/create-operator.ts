import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { emailAddress } from '../contract/sign-in.ts'
import { firstPasswordEmail } from '../mails.ts'
import { findAccountByEmail } from '../queries.ts'
import { createAccount } from './create-account.ts'
import { createLink } from './account-links.ts'

/** The operator to create. */
export interface NewOperator {
  email: string
}

/**
 * Creates an operator, or finds the operator with this address, and returns a link to choose a password. The link is
 * also sent by mail. Refuses with 422 when the address is invalid, and with 409 when it belongs to a publisher or an
 * advertiser.
 */
export async function createOperator(ctx: Ctx, input: NewOperator): Promise<{ url: string; isNew: boolean }> {
  const parsed = emailAddress().safeParse(input.email)
  if (!parsed.success) {
    throw new Refusal({ code: 'email', status: 422, wireCode: 'invalid_input', field: 'email' })
  }
  const email = parsed.data
  return inTransaction(ctx, async (tx) => {
    const present = await findAccountByEmail(tx.db, email)
    if (present && present.role !== 'operator') {
      throw new Refusal({ code: 'account.exists', status: 409, field: 'email' })
    }
    const displayName = present?.displayName ?? email.split('@')[0] ?? email
    const accountId =
      present?.id ??
      (await createAccount(tx, { email, role: 'operator', displayName, reviewStatus: 'approved' })).accountId
    const url = await createLink(tx, { accountId, kind: 'password_set' })
    const parts = { branding: tx.branding, locale: present?.locale ?? ('en' as const), displayName }
    await enqueueMail(tx, { to: email, message: firstPasswordEmail(parts, url) })
    if (present) await audit(tx, { action: 'account.invite', target: `account:${accountId}` })
    return { url, isNew: !present }
  })
}
