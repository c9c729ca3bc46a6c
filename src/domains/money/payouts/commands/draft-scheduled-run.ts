import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { addMonths, getScheduledMonth } from '../rules/schedule.ts'
import { insertDraft } from './make-run.ts'

/**
 * Drafts the run whose day has come, for an operator to approve; it posts nothing by itself. Does nothing when the
 * schedule or an operator made a run of that month or of a later one, when nothing is payable, and while there is
 * another draft: then a later call drafts it. A day that the job missed is made up for.
 */
export async function draftScheduledRun(ctx: Ctx): Promise<void> {
  const month = getScheduledMonth(toDay(ctx.now))
  if (!(await isWanted(ctx, month))) return
  await inTransaction(ctx, async (tx) => {
    const runId = await insertDraft(tx, { month, madeBy: null })
    await tx.db.insertInto('scheduledRun').values({ month, runId, draftedAt: tx.now }).execute()
    await audit(tx, { action: 'payout-run.draft', target: `payout-run:${runId}`, details: { month } })
  })
}

async function isWanted({ db }: Ctx, month: Day): Promise<boolean> {
  const made = await db
    .selectFrom('payoutRun')
    .select('id')
    .where((run) => run.or([run('month', '>=', month), run('status', '=', 'draft')]))
    .executeTakeFirst()
  if (made) return false
  const scheduled = await db.selectFrom('scheduledRun').select('month').where('month', '=', month).executeTakeFirst()
  if (scheduled) return false
  const payable = await db
    .selectFrom('statementLine')
    .select('entryId')
    .where('payoutId', 'is', null)
    .where('payableAt', '<', startOfDay(addMonths(month, 1)))
    .limit(1)
    .executeTakeFirst()
  return payable !== undefined
}
