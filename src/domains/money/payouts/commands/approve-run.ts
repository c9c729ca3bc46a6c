import { Refusal } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findOutdated, findTakenBack } from '../queries/draft-changes.ts'
import { countOperators } from '../queries/runs.ts'
import { checkApproval } from '../rules/runs.ts'
import { getOperatorId, lockRun } from './make-run.ts'

/** What an operator approves: the draft as it was computed at that time. */
interface Approval {
  runId: string
  computedAt: Date
  typedAmount: Amount | undefined
  /** How many orders of the draft the operator saw taken back since; see `findTakenBack`. */
  seenTakenBack?: number
}

/**
 * Approves a computed draft, which freezes it; `advanceRun` posts its payouts. A second operator approves; a network
 * with one operator types the sum, and the audit line says which of the two it was. Refuses with 409 a run without
 * payouts, a run that was approved or computed again since `computedAt`, and one of whose publishers changed where the
 * money goes, lost the approval, a tax form that holds or the right to payouts, reopened its account, or has less than
 * the payout since: that draft has to be computed again. It also refuses a draft of whose orders more were taken back
 * since than the operator saw; what it pays too much, the next payout takes back.
 */
export function approveRun(ctx: Ctx, approval: Approval): Promise<void> {
  const { runId, computedAt, typedAmount, seenTakenBack = 0 } = approval
  return inTransaction(ctx, async (tx) => {
    const run = await lockRun(tx, runId, ['draft'])
    if (run.computedAt === null) throw new Refusal({ code: 'run.not_computed', status: 409 })
    if (run.computedAt.getTime() !== computedAt.getTime()) {
      throw new Refusal({ code: 'run.changed_meanwhile', status: 409 })
    }
    if (run.includedCount === 0) throw new Refusal({ code: 'run.empty', status: 409 })
    const draft = { ...run, computedAt: run.computedAt }
    if ((await findOutdated(tx.db, draft, tx.now)).count > 0) throw new Refusal({ code: 'run.outdated', status: 409 })
    const takenBack = await findTakenBack(tx.db, draft)
    if (takenBack.count > seenTakenBack) throw new Refusal({ code: 'run.taken_back', status: 409 })
    const approverId = getOperatorId(tx)
    const operatorCount = await countOperators(tx.db)
    const approvedBy = checkApproval({ ...run, makerId: run.madeBy, approverId, operatorCount, typedAmount })
    await tx.db
      .updateTable('payoutRun')
      .set({ status: 'approved', approvedBy: approverId, approvedAt: tx.now, progressPublisherId: 0n })
      .where('id', '=', runId)
      .execute()
    const details = {
      month: run.month,
      amount: run.amount,
      payouts: run.includedCount,
      approvedBy,
      takenBack: takenBack.count,
    }
    await audit(tx, { action: 'payout-run.approve', target: `payout-run:${runId}`, details })
  })
}
