import { sql } from 'kysely'
import { releaseStatementLines } from '#domains/ledger/commands.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit.ts'
import { refuseViolation } from '#platform/server/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { RunStatus } from '../contract/vocabulary.ts'
import { getNextMonth } from '../rules/runs.ts'

/** The operator who acts on a run. */
export function getOperatorId({ actor }: Pick<Ctx, 'actor'>): bigint {
  if (actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
  return actor.accountId
}

/**
 * Begins the draft of a run for a month that is over; `advanceRun` computes it. Refuses with 409 while there is another
 * draft, and with 422 a month that is not over.
 */
export async function draftRun(ctx: Ctx, { month }: { month: Day }): Promise<string> {
  if (getNextMonth(month) > toDay(ctx.now)) {
    throw new Refusal({ code: 'run.month_open', status: 422, wireCode: 'invalid', field: 'month' })
  }
  return inTransaction(ctx, async (tx) => {
    const id = await insertDraft(tx, { month, madeBy: getOperatorId(tx) })
    await audit(tx, { action: 'payout-run.draft', target: `payout-run:${id}`, details: { month } })
    return id
  })
}

/**
 * Inserts a draft that `advanceRun` computes, inside the caller's transaction. Refuses with 409 while there is another.
 * The calling command writes the audit line.
 */
export async function insertDraft(tx: Ctx, { month, madeBy }: { month: Day; madeBy: bigint | null }): Promise<string> {
  const id = uuid7(tx.now.getTime())
  const run = { id, month, status: 'draft' as const, progressPublisherId: 0n, madeBy, madeAt: tx.now }
  await refuseViolation(tx.db.insertInto('payoutRun').values(run).execute(), {
    payout_run_draft: new Refusal({ code: 'run.draft_exists', status: 409 }),
  })
  return id
}

/** Locks a run for a command that its status admits. Refuses with 409 when it does not. */
export async function lockRun(tx: Ctx, runId: string, admitted: readonly RunStatus[]) {
  const run = await tx.db.selectFrom('payoutRun').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (!run) throw notFound()
  if (!admitted.includes(run.status)) throw new Refusal({ code: 'run.changed_meanwhile', status: 409 })
  return run
}

/** Begins to compute a draft again, with what is true now. The acting operator becomes its maker. */
export function recomputeRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockRun(tx, runId, ['draft'])
    await emptyDraft(tx, runId)
    await tx.db
      .updateTable('payoutRun')
      .set({ progressPublisherId: 0n, computedAt: null, includedCount: 0, excludedCount: 0, amount: 0n })
      .set({ madeBy: getOperatorId(tx), madeAt: tx.now })
      .where('id', '=', runId)
      .execute()
    await audit(tx, { action: 'payout-run.compute', target: `payout-run:${runId}` })
  })
}

/** Removes a draft. It has posted nothing, and its lines are open again. */
export function discardRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { month, amount } = await lockRun(tx, runId, ['draft'])
    await emptyDraft(tx, runId)
    await tx.db.deleteFrom('payoutRun').where('id', '=', runId).execute()
    await audit(tx, { action: 'payout-run.discard', target: `payout-run:${runId}`, details: { month, amount } })
  })
}

async function emptyDraft(tx: Ctx, runId: string): Promise<void> {
  const payouts = await tx.db
    .selectFrom('payout')
    .select(['publisherId', 'id as payoutId'])
    .where('runId', '=', runId)
    .execute()
  await releaseStatementLines(tx, payouts)
  await sql`
    DELETE FROM payout_destination WHERE payout_id IN (SELECT id FROM payout WHERE run_id = ${runId})`.execute(tx.db)
  await tx.db.deleteFrom('payout').where('runId', '=', runId).execute()
  await tx.db.deleteFrom('payoutExclusion').where('runId', '=', runId).execute()
}
