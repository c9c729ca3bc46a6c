import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { clearOwner } from './commands/clear-owner.ts'

/** The most sub-accounts that one run deletes; the next run deletes the rest. */
const MAX_REMOVALS = 1000

/** The scheduled jobs of this domain. */
export function publisherJobs({ subAccountDays }: { subAccountDays: number }): Job[] {
  return [
    {
      name: 'sub-accounts-clean-up',
      cron: '17 * * * *',
      run: (ctx) => removeOldSubAccounts(ctx, { days: subAccountDays }),
    },
  ]
}

/**
 * Deletes the sub-accounts that were removed more than `days` days ago, each in a transaction of its own. The account
 * is erased with the last of its sub-accounts.
 */
export async function removeOldSubAccounts(ctx: Ctx, { days }: { days: number }): Promise<void> {
  const old = await ctx.db
    .selectFrom('subAccount')
    .select('id')
    .where('removedAt', '<', new Date(ctx.now.getTime() - days * DAY_MS))
    .orderBy('id')
    .limit(MAX_REMOVALS)
    .execute()
  for (const { id } of old) {
    await inTransaction(ctx, async (tx) => {
      const removed = await tx.db
        .deleteFrom('subAccount')
        .where('id', '=', id)
        .returning('accountId')
        .executeTakeFirst()
      if (!removed) return
      await clearOwner(tx, removed)
      await audit(tx, { action: 'sub-account.delete', target: `sub-account:${id}` })
    })
  }
}
