import { Refusal, notFound } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { postEntry } from '#domains/ledger/commands.ts'
import { commissionLegs } from '#domains/ledger/rules.ts'
import type { CancelReason, DecidedStatus, TransactionStatus } from '../contract/vocabulary.ts'
import { effectOf } from '../rules/decide.ts'

/** What is decided about which transaction. A cancellation has a reason code, a confirmation none. */
export interface TransactionDecision {
  publisherId: bigint
  transactionId: string
  /** What the decider saw; when it has changed since, nothing is decided. */
  seenStatus?: TransactionStatus | undefined
  status: DecidedStatus
  reasonCode?: CancelReason | undefined
  note?: string
}

/**
 * Confirms or cancels a transaction: a decision row, its entry in the ledger and an audit line, in one database
 * transaction. A confirmation can be cancelled later and a cancellation confirmed; nothing is edited. Of two at the
 * same moment, and of two by deciders who saw the same status, one is refused with 409 and changes nothing.
 */
export function decideTransaction(ctx: Ctx, input: TransactionDecision): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { lastStatus, lastSequence, ...transaction } = await getTransaction(tx, input)
    const status = lastStatus ?? 'PENDING'
    const effect = effectOf(status, input)
    if (input.seenStatus !== undefined && input.seenStatus !== status) throw decidedMeanwhile()
    const sequence = (lastSequence ?? 0) + 1
    await insertDecision(tx, input, sequence)
    if (effect !== 'none') await postCommission(tx, { ...input, ...transaction, sequence, kind: effect })
    await audit(tx, {
      action: input.status === 'CONFIRMED' ? 'transaction.confirm' : 'transaction.cancel',
      target: `transaction:${input.transactionId}`,
      details: { publisherId: input.publisherId, sequence, reasonCode: input.reasonCode },
    })
  })
}

/** The transaction with what was decided last, if anything was. */
function getTransaction(tx: Ctx, { publisherId, transactionId }: TransactionDecision) {
  return tx.db
    .selectFrom('transaction')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('transactionDecision')
          .select(['sequence as lastSequence', 'status as lastStatus'])
          .whereRef('transactionDecision.publisherId', '=', 'transaction.publisherId')
          .whereRef('transactionDecision.transactionId', '=', 'transaction.id')
          .orderBy('sequence', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['advertiserId', 'commission', 'currency', 'lastSequence', 'lastStatus'])
    .where('publisherId', '=', publisherId)
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow(notFound)
}

// The primary key lets one of several decisions with the same number through; the others wait for it and find it taken.
async function insertDecision(tx: Ctx, input: TransactionDecision, sequence: number): Promise<void> {
  const inserted = await tx.db
    .insertInto('transactionDecision')
    .values({
      publisherId: input.publisherId,
      transactionId: input.transactionId,
      sequence,
      status: input.status,
      reasonCode: input.reasonCode ?? null,
      note: input.note ?? '',
      decidedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      decidedAt: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['publisherId', 'transactionId', 'sequence']).doNothing())
    .returning('sequence')
    .executeTakeFirst()
  if (!inserted) throw decidedMeanwhile()
}

function decidedMeanwhile(): Refusal {
  return new Refusal({
    code: 'transaction.decided_meanwhile',
    status: 409,
    message: 'Somebody else has just decided this transaction. Nothing was changed; please look again.',
  })
}

interface DueCommission {
  publisherId: bigint
  transactionId: string
  sequence: number
  kind: 'confirmation' | 'reversal'
  advertiserId: bigint
  commission: Amount
  currency: string
}

async function postCommission(tx: Ctx, due: DueCommission): Promise<void> {
  const { publisherId, transactionId, sequence, kind, advertiserId, currency } = due
  const legs = commissionLegs({ advertiserId, currency, amount: due.commission }, kind === 'confirmation' ? 1n : -1n)
  const isNew = await postEntry(tx, {
    publisherId,
    kind,
    subjectKind: 'transaction',
    subjectId: transactionId,
    sequence,
    legs,
  })
  if (!isNew) throw new Error(`Decision ${sequence} on transaction ${transactionId} was posted before it was made.`)
}
