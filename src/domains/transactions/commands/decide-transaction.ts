import { Refusal, notFound } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { postEntry } from '#domains/ledger/commands.ts'
import { buildCommissionPosting } from '#domains/ledger/rules.ts'
import type { CancelReason, DecidedStatus, TransactionStatus } from '../contract/vocabulary.ts'
import { getLedgerEffect } from '../rules/decide.ts'

/** A decision on a transaction. A cancellation has a reason code, a confirmation has none. */
export interface TransactionDecision {
  publisherId: bigint
  transactionId: string
  /** The status that the operator saw. If it has changed since, the decision is refused. */
  seenStatus?: TransactionStatus | undefined
  status: DecidedStatus
  reasonCode?: CancelReason | undefined
  note?: string
}

/**
 * Confirms or cancels a transaction. Writes a decision, the transaction's new state, an entry in the ledger and an
 * audit line, in one database transaction. Later decisions can reverse it; no decision is edited. If two decisions
 * meet, or two operators decide on the same seen status, one is refused with 409 and changes nothing.
 */
export function decideTransaction(ctx: Ctx, input: TransactionDecision): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const state = await getState(tx, input)
    const effect = getLedgerEffect(state.status, input)
    if (input.seenStatus !== undefined && input.seenStatus !== state.status) throw buildConflict()
    const sequence = await writeDecision(tx, input, state.sequence)
    if (effect !== 'none') await postCommission(tx, { ...input, ...state, sequence, kind: effect })
    await audit(tx, {
      action: input.status === 'CONFIRMED' ? 'transaction.confirm' : 'transaction.cancel',
      target: `transaction:${input.transactionId}`,
      details: { publisherId: input.publisherId, sequence, reasonCode: input.reasonCode },
    })
  })
}

function getState(tx: Ctx, { publisherId, transactionId }: TransactionDecision) {
  return tx.db
    .selectFrom('transactionState')
    .select(['advertiserId', 'commission', 'currency', 'sequence', 'status'])
    .where('publisherId', '=', publisherId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Adds the decision and updates the state, in one statement; answers the number of the decision. The update locks the
 * state: the first of several concurrent decisions succeeds, and the others find the number changed.
 */
async function writeDecision(tx: Ctx, input: TransactionDecision, seenSequence: number): Promise<number> {
  const written = await tx.db
    .with('state', (db) =>
      db
        .updateTable('transactionState')
        .set({
          status: input.status,
          reasonCode: input.reasonCode ?? null,
          sequence: seenSequence + 1,
          decidedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
          decidedAt: tx.now,
          changedAt: tx.now,
        })
        .where('publisherId', '=', input.publisherId)
        .where('transactionId', '=', input.transactionId)
        .where('sequence', '=', seenSequence)
        .returning(['publisherId', 'transactionId', 'sequence', 'reasonCode', 'decidedBy', 'decidedAt']),
    )
    .insertInto('transactionDecision')
    .columns(['publisherId', 'transactionId', 'sequence', 'reasonCode', 'decidedBy', 'decidedAt', 'status', 'note'])
    .expression((db) =>
      db
        .selectFrom('state')
        .selectAll()
        .select((row) => [row.val(input.status).as('status'), row.val(input.note ?? '').as('note')]),
    )
    .returning('sequence')
    .executeTakeFirst()
  if (!written) throw buildConflict()
  return written.sequence
}

function buildConflict(): Refusal {
  return new Refusal({ code: 'transaction.decided_meanwhile', status: 409 })
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

// A commission of zero is owed to no publisher and has no entry.
async function postCommission(tx: Ctx, due: DueCommission): Promise<void> {
  const { publisherId, transactionId, sequence, kind, advertiserId, currency } = due
  if (due.commission === 0n) return
  const posting = buildCommissionPosting({ advertiserId, currency, amount: due.commission }, kind)
  const isNew = await postEntry(tx, {
    publisherId,
    kind,
    sourceKind: 'transaction',
    sourceId: transactionId,
    sequence,
    postings: [posting],
  })
  if (!isNew) throw new Error(`Decision ${sequence} on transaction ${transactionId} was posted before it was made.`)
}
