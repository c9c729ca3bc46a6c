import { clearAccount } from '#domains/people/accounts/commands/clear-account.ts'
import { lockAccount, lockOperators } from '#domains/people/accounts/commands/lock-account.ts'
import { findOtherOperator, getAccount } from '#domains/people/accounts/queries.ts'
import { findPublisherId } from '#domains/people/publishers/queries.ts'
import { eraseMember } from '#domains/people/teams/privacy.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Erase } from '#platform/server/privacy.ts'
import { erasedEmail } from '../mails.ts'
import type { ErasureParts } from '../queries/erasure.ts'

/** The input of an erasure. `email` repeats the address of the account, as an operator typed it. */
export interface ErasureInput {
  accountId: bigint
  email?: string
  erasure: ErasureParts
}

/**
 * Erases an account for good: its person and its business become pseudonyms, its sessions end, its address is free, and
 * a last mail says so. Orders, decisions, postings and audit lines stay. Refuses an unknown account as not found, the
 * field `email` when it is not the address, with `account.last_operator` the only operator who can sign in, and with
 * `account.erased` a second time.
 */
export function eraseAccount(ctx: Ctx, { accountId, email, erasure }: ErasureInput): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await runSteps(tx, erasure.beforeLock, { accountId })
    // The commands on teams lock these before the account, too.
    const advertiserId = await eraseMember(tx, { accountId })
    const account = await lockErasable(tx, { accountId, email })
    const publisherId = await findPublisherId(tx.db, { accountId })
    if (publisherId !== undefined) await runSteps(tx, erasure.publisher, { publisherId })
    if (advertiserId !== undefined) await runSteps(tx, erasure.advertiser, { advertiserId })
    await runSteps(tx, erasure.account, { accountId })
    await clearAccount(tx, { accountId })
    const message = erasedEmail({ branding: tx.branding, locale: account.locale, displayName: account.displayName })
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

/** Runs the steps one after another, because each locks rows. */
async function runSteps<Subject>(tx: Ctx, steps: readonly Erase<Subject>[], subject: Subject): Promise<void> {
  for (const erase of steps) await erase(tx, subject)
}
