import type { Notice } from '#kernel/notices.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Locale } from '#texts/texts.ts'

/** The language and the e-mail settings of an account, as its owner chooses them. */
export interface ChosenPreferences {
  accountId: bigint
  locale: Locale
  /** The mails that the account does not want. */
  mutedNotices: Notice[]
  /** Whether single keys are shortcuts in the console. */
  hasShortcuts: boolean
}

/** Stores the language and the e-mail settings of an account. */
export function savePreferences(ctx: Ctx, { accountId, ...chosen }: ChosenPreferences): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.updateTable('account').set(chosen).where('id', '=', accountId).execute()
    await audit(tx, { action: 'account.save-preferences', target: `account:${accountId}`, details: { ...chosen } })
  })
}
