import { sql } from 'kysely'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import { PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { isFormRequired, taxFormState } from '#domains/people/taxes/queries.ts'
import { toDay } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countOperators } from '../queries/runs.ts'
import { checkApproval } from '../rules/runs.ts'
import { getOperatorId, lockRun } from './make-run.ts'

/** What an operator approves: the draft as it was computed at that time. */
interface Approval {
  runId: string
  computedAt: Date
  typedAmount: Amount | undefined
}

/**
 * Approves a computed draft, which freezes it; `advanceRun` posts its payouts. A second operator approves; a network
 * with one operator types the sum, and the audit line says which of the two it was. Refuses with 409 a run without
 * payouts, a run that was approved or computed again since `computedAt`, and one of whose publishers changed where the
 * money goes, lost the approval, a tax form that holds or the right to payouts, reopened its account, or has less than
 * the payout since: that draft has to be computed again.
 */
export function approveRun(ctx: Ctx, { runId, computedAt, typedAmount }: Approval): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const run = await lockRun(tx, runId, ['draft'])
    if (run.computedAt === null) throw new Refusal({ code: 'run.not_computed', status: 409 })
    if (run.computedAt.getTime() !== computedAt.getTime()) {
      throw new Refusal({ code: 'run.changed_meanwhile', status: 409 })
    }
    if (run.includedCount === 0) throw new Refusal({ code: 'run.empty', status: 409 })
    if (await isOutdated(tx, run)) throw new Refusal({ code: 'run.outdated', status: 409 })
    const approverId = getOperatorId(tx)
    const operatorCount = await countOperators(tx.db)
    const approvedBy = checkApproval({ ...run, makerId: run.madeBy, approverId, operatorCount, typedAmount })
    await tx.db
      .updateTable('payoutRun')
      .set({ status: 'approved', approvedBy: approverId, approvedAt: tx.now, progressPublisherId: 0n })
      .where('id', '=', runId)
      .execute()
    const details = { month: run.month, amount: run.amount, payouts: run.includedCount, approvedBy }
    await audit(tx, { action: 'payout-run.approve', target: `payout-run:${runId}`, details })
  })
}

/** Whether a publisher of a draft should not be paid as it says. */
async function isOutdated(tx: Ctx, run: { id: string; madeAt: Date }): Promise<boolean> {
  const isFormNeeded = await isFormRequired(tx.db)
  const formState = taxFormState('payout.publisherId', toDay(tx.now))
  const changed = await tx.db
    .selectFrom('payout')
    .innerJoin('publisher', 'publisher.id', 'payout.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .leftJoin('paymentDetail', 'paymentDetail.id', 'payout.publisherId')
    .leftJoin('balance', (join) =>
      join
        .onRef('balance.publisherId', '=', 'payout.publisherId')
        .on('balance.account', '=', PUBLISHER_PAYABLE)
        .on('balance.currency', '=', BASE_CURRENCY),
    )
    .select('payout.id')
    .where('runId', '=', run.id)
    .where((row) =>
      row.or([
        row('paymentDetail.destinationChangedAt', '>=', run.madeAt),
        row('account.reviewStatus', '<>', 'approved'),
        row('account.erasedAt', 'is not', null),
        hasAccountState(sql.ref('payout.publisherId'), ['on_hold']),
        ...(isFormNeeded ? [sql<boolean>`${formState} <> 'verified'`] : []),
        sql<boolean>`balance.amount < payout.amount + payout.fee_amount`,
        sql<boolean>`payout.fee_amount > 0 AND NOT ${hasAccountState(sql.ref('payout.publisherId'), ['closed'])}`,
      ]),
    )
    .executeTakeFirst()
  return changed !== undefined
}
