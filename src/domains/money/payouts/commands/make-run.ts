import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { RunStatus } from '../contract/vocabulary.ts'
import { getNextMonth } from '../rules/runs.ts'
import { emptyBatch } from './empty-draft.ts'

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

/**
 * Begins to compute a draft again, with what is true by then: `advanceRun` empties it and computes it. The acting
 * operator becomes its maker. Refuses with 409 a draft that is being discarded.
 */
export function recomputeRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { emptiedFor } = await lockRun(tx, runId, ['draft'])
    if (emptiedFor === 'discard') throw new Refusal({ code: 'run.changed_meanwhile', status: 409 })
    await beginEmptying(tx, runId, 'compute')
    const maker = { madeBy: getOperatorId(tx), madeAt: tx.now }
    await tx.db.updateTable('payoutRun').set(maker).where('id', '=', runId).execute()
    await audit(tx, { action: 'payout-run.compute', target: `payout-run:${runId}` })
  })
}

/** The batches that a call removes of a draft that it discards; the rest is left to the job. */
const DISCARDED_BATCHES = 8

/**
 * Discards a draft: empties it, so that its lines are open again, and removes it. It has posted nothing. A large one is
 * gone when `advanceRun` has removed the rest; until then there is no other draft, and nobody approves it.
 */
export async function discardRun(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { month, amount, emptiedFor } = await lockRun(tx, runId, ['draft'])
    if (emptiedFor === 'discard') return
    await beginEmptying(tx, runId, 'discard')
    await audit(tx, { action: 'payout-run.discard', target: `payout-run:${runId}`, details: { month, amount } })
  })
  for (let batch = 0; batch < DISCARDED_BATCHES; batch += 1) {
    if (await discardBatch(ctx, runId)) return
  }
}

/** Answers whether the draft is gone. */
function discardBatch(ctx: Ctx, runId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const run = await tx.db
      .selectFrom('payoutRun')
      .select('id')
      .where('id', '=', runId)
      .where('emptiedFor', '=', 'discard')
      .forUpdate()
      .executeTakeFirst()
    return run === undefined || emptyBatch(tx, { id: runId, emptiedFor: 'discard' })
  })
}

async function beginEmptying(tx: Ctx, runId: string, emptiedFor: 'compute' | 'discard'): Promise<void> {
  await tx.db
    .updateTable('payoutRun')
    .set({ emptiedFor, progressPublisherId: 0n, computedAt: null })
    .where('id', '=', runId)
    .execute()
}
