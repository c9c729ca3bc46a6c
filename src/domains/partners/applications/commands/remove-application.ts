import { clearAccount } from '#domains/people/accounts/commands/clear-account.ts'
import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** The most applications that one run removes; the next run removes the rest. */
const MAX_REMOVALS = 1000

/**
 * Removes applications that were declined more than `days` days ago, with their accounts, and repeats that are older.
 * Each in a transaction of its own.
 */
export async function removeOldApplications(ctx: Ctx, { days }: { days: number }): Promise<void> {
  const before = new Date(ctx.now.getTime() - days * DAY_MS)
  for (const { id } of await listOldApplications(ctx, before)) {
    await inTransaction(ctx, async (tx) => {
      const [locked] = await listOldApplications(tx, before, id)
      if (!locked) return
      await lockAccount(tx, locked.accountId)
      // An operator may have approved the account before it was locked.
      const [application] = await listOldApplications(tx, before, id)
      if (!application) return
      const { accountId, isRepeat } = application
      await deleteApplications(tx, isRepeat ? { id } : { accountId })
      if (!isRepeat) await clearAccount(tx, { accountId })
      await audit(tx, { action: 'application.remove', target: `application:${id}` })
    })
  }
}

/** Lists what is due. An account that an operator has approved meanwhile keeps its application. With `id`, locks it. */
function listOldApplications(ctx: Ctx, before: Date, id?: bigint) {
  let due = ctx.db
    .selectFrom('application')
    .innerJoin('accountSummary as account', 'account.id', 'application.accountId')
    .select(['application.id', 'accountId', 'isRepeat'])
    .where((where) =>
      where.or([
        where.and([
          where('isRepeat', '=', false),
          where('status', '=', 'rejected'),
          where('decidedAt', '<', before),
          where('account.reviewStatus', '=', 'rejected'),
        ]),
        where.and([where('isRepeat', '=', true), where('application.createdAt', '<', before)]),
      ]),
    )
    .orderBy('application.id')
    .limit(MAX_REMOVALS)
  if (id !== undefined) due = due.where('application.id', '=', id).forUpdate('application')
  return due.execute()
}

/** Deletes one application or all of an account, with the sign-ups that led to them. */
export async function deleteApplications(tx: Ctx, which: { id: bigint } | { accountId: bigint }): Promise<void> {
  const chosen = tx.db.selectFrom('application').select('application.id')
  const ids = 'id' in which ? chosen.where('id', '=', which.id) : chosen.where('accountId', '=', which.accountId)
  await tx.db.deleteFrom('signup').where('applicationId', 'in', ids).execute()
  await tx.db.deleteFrom('application').where('id', 'in', ids).execute()
}
