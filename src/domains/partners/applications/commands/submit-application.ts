import { setTimeout as sleep } from 'node:timers/promises'
import { createLink } from '#domains/people/accounts/commands/account-links.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { receivedEmail } from '../mails.ts'
import { ANSWER_MS } from '../rules/limits.ts'
import { isWithinAddressLimit, limitNetwork } from './apply-limits.ts'
import type { RequestOrigin } from './apply-limits.ts'
import { recordApplication } from './record-application.ts'
import type { NewApplication } from './record-application.ts'
import { notifyOperators } from './notify-operators.ts'
import { notifyExistingAccount } from './notify-existing-account.ts'

/** An application as a visitor submits it. */
export type SubmittedApplication = NewApplication & RequestOrigin

/**
 * Stores an application and mails its confirmation, with a link to choose a password. An address that already has an
 * account gets a mail about the account instead. The answer and its duration are the same in both cases. Refuses with
 * 429 by IP prefix only.
 */
export async function submitApplication(ctx: Ctx, input: SubmittedApplication): Promise<void> {
  await limitNetwork(ctx, input)
  await Promise.all([receive(ctx, input), sleep(ANSWER_MS)])
}

async function receive(ctx: Ctx, input: SubmittedApplication): Promise<void> {
  if (!(await isWithinAddressLimit(ctx, input))) return
  await inTransaction(ctx, async (tx) => {
    const { account, isRepeat } = await recordApplication(tx, input)
    if (isRepeat) return notifyExistingAccount(tx, { account })
    const url = await createLink(tx, { accountId: account.id, kind: 'password_set' })
    const message = receivedEmail({ branding: tx.branding, locale: account.locale }, { kind: input.kind, url })
    await notifyOperators(tx)
    return enqueueMail(tx, { to: account.email, message })
  })
}
