import { advanceRun } from '#domains/money/payouts/commands/advance-run.ts'
import { approveRun } from '#domains/money/payouts/commands/approve-run.ts'
import { exportRun } from '#domains/money/payouts/commands/export-run.ts'
import { draftRun } from '#domains/money/payouts/commands/make-run.ts'
import { settlePayout } from '#domains/money/payouts/commands/settle-payouts.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import { buildCoverPostings } from '#domains/books/ledger/rules.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { toDay } from '#kernel/days.ts'
import { makeAccount } from './network-fixtures.ts'
import { verifyPayee } from './payees.ts'

/** Covers a confirmed order as its advertiser's funds would. */
export function coverOrder(ctx: Ctx, ids: { publisherId: bigint; transactionId: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { commission, ...state } = await tx.db
      .updateTable('transactionState')
      .set((row) => ({
        coveredCommission: row.ref('commission').$notNull(),
        coveredFee: row.ref('fee'),
        coveredAt: tx.now,
      }))
      .where('publisherId', '=', ids.publisherId)
      .where('transactionId', '=', ids.transactionId)
      .returning(['advertiserId', 'commission', 'fee'])
      .executeTakeFirstOrThrow()
    if (commission === null) throw new Error('An order without an exchange rate cannot be covered.')
    await postEntries(tx, [
      {
        publisherId: ids.publisherId,
        kind: 'cover',
        sourceKind: 'cover',
        sourceId: ids.transactionId,
        sequence: 1,
        postings: buildCoverPostings({ ...state, commission }),
        line: { transactionId: ids.transactionId, amount: commission },
      },
    ])
  })
}

/**
 * Pays what became payable in a month, by a run of two operators, to a publisher whose e-mail and tax form it verifies.
 * Answers the payout of the publisher.
 */
export async function payMonth(
  ctx: Ctx,
  { publisherId, month, sealing }: { publisherId: bigint; month: string; sealing: Sealing },
): Promise<string> {
  await verifyPayee(ctx, publisherId)
  const by = { ...ctx, actor: await makeAccount(ctx, 'operator') }
  const runId = await draftRun(by, { month })
  const advance = () => advanceRun(by, { runId, sealing, maxBatches: 9 })
  await advance()
  const [{ amount: typedAmount }, payout] = await Promise.all([
    ctx.db.selectFrom('payoutRun').select('amount').where('id', '=', runId).executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('payout')
      .select(['id', 'amount'])
      .where('publisherId', '=', publisherId)
      .where('runId', '=', runId)
      .executeTakeFirstOrThrow(),
  ])
  const approver = { ...ctx, actor: await makeAccount(ctx, 'operator') }
  await approveRun(approver, { runId, computedAt: ctx.now, typedAmount })
  await advance()
  await exportRun(by, { runId })
  const answer = { status: 'paid', reference: 'PP-1', day: toDay(ctx.now), reason: '' } as const
  await settlePayout(by, { runId, payoutId: payout.id, amount: payout.amount, ...answer })
  return payout.id
}
