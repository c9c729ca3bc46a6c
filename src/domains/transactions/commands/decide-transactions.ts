import { Refusal } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockBalances } from '#domains/ledger/commands.ts'
import { decideTransaction } from './decide-transaction.ts'
import type { TransactionDecision } from './decide-transaction.ts'

/** A decision of several that was refused. */
export interface RefusedDecision {
  transactionId: string
  refusal: RefusalDetails
}

/**
 * Decides several transactions in one database transaction and answers the refused decisions; the others stand. An
 * input that no transaction accepts, and any failure, decides none of them.
 */
export function decideTransactions(ctx: Ctx, decisions: readonly TransactionDecision[]): Promise<RefusedDecision[]> {
  return inTransaction(ctx, async (tx) => {
    await lockAll(tx, decisions)
    const refused: RefusedDecision[] = []
    for (const decision of decisions) {
      const refusal = await decideOne(tx, decision)
      if (refusal) refused.push({ transactionId: decision.transactionId, refusal })
    }
    return refused
  })
}

/** A refused decision has written nothing, so the database transaction can go on. */
async function decideOne(tx: Ctx, decision: TransactionDecision): Promise<RefusalDetails | undefined> {
  try {
    await decideTransaction(tx, decision)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.status === 422) throw error
    return error.details
  }
}

// Locks states before balances, each in the order of its key, as a single decision does: so no two can deadlock.
async function lockAll(tx: Ctx, decisions: readonly TransactionDecision[]): Promise<void> {
  await tx.db
    .selectFrom('transactionState')
    .select('transactionId')
    .where((row) =>
      row.or(
        decisions.map(({ publisherId, transactionId }) =>
          row.and([row('publisherId', '=', publisherId), row('transactionId', '=', transactionId)]),
        ),
      ),
    )
    .orderBy('publisherId')
    .orderBy('transactionId')
    .forUpdate()
    .execute()
  await lockBalances(
    tx,
    decisions.map(({ publisherId }) => publisherId),
  )
}
