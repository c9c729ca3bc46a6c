import { sql } from 'kysely'
import type { AccountActor } from '#kernel/actor.ts'
import { HOUR_MS, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { advanceRun } from '#domains/money/payouts/commands/advance-run.ts'
import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'
import { closeRun, exportRun } from '#domains/money/payouts/commands/export-run.ts'
import { discardRun, draftRun } from '#domains/money/payouts/commands/make-run.ts'
import { settlePayouts } from '#domains/money/payouts/commands/settle-payouts.ts'
import { addMonths, getMonth, planRun } from '#domains/money/payouts/rules/schedule.ts'

/** The time of day of a run. */
const PAY_HOUR_MS = 18 * HOUR_MS

/** Pays the publishers, on the last day of each month, what became payable in the month before. */
export async function seedPayouts(
  ctx: Ctx,
  { operator, sealing }: { operator: AccountActor; sealing: Sealing },
): Promise<void> {
  const { rows } = await sql<{ first: Date | null }>`
    SELECT min(payable_at) AS first FROM statement_line`.execute(ctx.db)
  const first = rows[0]?.first
  if (!first) return
  for (let run = planRun(getMonth(toDay(first))); ; run = planRun(addMonths(run.month, 1))) {
    const now = new Date(startOfDay(run.day).getTime() + PAY_HOUR_MS)
    if (now >= ctx.now) return
    await payPublishers({ ...ctx, actor: operator, now }, { month: run.month, sealing })
  }
}

async function payPublishers(ctx: Ctx, { month, sealing }: { month: Day; sealing: Sealing }): Promise<void> {
  const runId = await draftRun(ctx, { month })
  await advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
  const run = await ctx.db.selectFrom('payoutRun').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  if (run.includedCount === 0) return discardRun(ctx, { runId })
  await approveRun(ctx, { runId, computedAt: run.computedAt ?? ctx.now, typedAmount: run.amount })
  await advanceRun(ctx, { runId, sealing, maxBatches: Infinity })
  await exportRun(ctx, { runId })
  const payouts = await ctx.db.selectFrom('payout').select(['id', 'amount']).where('runId', '=', runId).execute()
  const day = toDay(ctx.now)
  const settlements = payouts.map(({ id, amount }, index) => {
    const reference = `${day.replaceAll('-', '')}-${index + 1}`
    return { payoutId: id, amount, status: 'paid' as const, reference, day, reason: '' }
  })
  await settlePayouts(ctx, { runId, settlements })
  await closeRun(ctx, { runId })
}
