import { ALL_NOTICES } from '#kernel/notices.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { removeMailsTo } from '#platform/server/mail/outbox.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import { erasedEmail, erasedName } from '../rules.ts'
import { lockAccount } from './lock-account.ts'
import { getAccount } from '../queries.ts'

/**
 * Erases what an account says about a person, inside the caller's transaction: name, address, password, two-step
 * sign-in, sessions, mailed links and the mails to its address, which another account may have from then on. The row
 * stays as a pseudonym for those that name it. Does nothing to an account that is erased already.
 */
export async function clearAccount(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await lockAccount(tx, accountId)
  const account = await getAccount(tx.db, accountId)
  if (account.erasedAt !== null) return
  for (const table of ['session', 'accountToken', 'loginChallenge', 'accountTotp'] as const) {
    await tx.db.deleteFrom(table).where('accountId', '=', accountId).execute()
  }
  await removeMailsTo(tx, account.email)
  await tx.db
    .updateTable('account')
    .set({
      email: erasedEmail(accountId),
      displayName: erasedName(accountId),
      passwordHash: null,
      confirmedAt: null,
      reviewStatus: 'rejected',
      reviewNote: null,
      mutedNotices: [...ALL_NOTICES],
      erasedAt: tx.now,
    })
    .where('id', '=', accountId)
    .execute()
  await announceCatalogChange(tx, sitesOf({ accountId }))
  await audit(tx, { action: 'account.erase', target: `account:${accountId}` })
}
