import { clearAccount } from '#domains/people/accounts/commands/clear-account.ts'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'

/** The most members that one run deletes; the next run deletes the rest. */
const MAX_REMOVALS = 1000

/** The scheduled jobs of this domain; `days` is how long former members are kept. */
export function teamJobs({ days }: { days: number }): Job[] {
  return [{ name: 'team-members-clean-up', cron: '23 * * * *', run: (ctx) => removeFormerMembers(ctx, { days }) }]
}

/**
 * Deletes the members that were removed more than `days` days ago, each in a transaction of its own, and erases their
 * accounts, unless they were invited again.
 */
export async function removeFormerMembers(ctx: Ctx, { days }: { days: number }): Promise<void> {
  const former = await ctx.db
    .selectFrom('teamMember')
    .select('id')
    .where('removedAt', '<', new Date(ctx.now.getTime() - days * DAY_MS))
    .orderBy('id')
    .limit(MAX_REMOVALS)
    .execute()
  for (const { id } of former) {
    await inTransaction(ctx, async (tx) => {
      const removed = await tx.db
        .deleteFrom('teamMember')
        .where('id', '=', id)
        .returning(['accountId', 'advertiserId'])
        .executeTakeFirst()
      if (!removed) return
      const { accountId, advertiserId } = removed
      if (accountId !== null) await eraseUnlessInvited(tx, accountId)
      await audit(tx, { action: 'team.delete-member', target: `advertiser:${advertiserId}`, details: { memberId: id } })
    })
  }
}

async function eraseUnlessInvited(tx: Ctx, accountId: bigint): Promise<void> {
  const other = await tx.db.selectFrom('teamMember').select('id').where('accountId', '=', accountId).executeTakeFirst()
  if (other === undefined) await clearAccount(tx, { accountId })
}
