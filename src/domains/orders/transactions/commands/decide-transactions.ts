import { Refusal } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import { keepFile } from '#domains/people/files/commands.ts'
import { auditAll } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { applyDecisions } from './apply-decisions.ts'
import type { TransactionDecision } from './apply-decisions.ts'

/** A decision of several that was refused. */
export interface RefusedDecision {
  transactionId: string
  refusal: RefusalDetails
}

/**
 * Makes one decision. Writes a decision, the transaction's new state, an entry in the ledger and an audit line, in one
 * database transaction. Later decisions can reverse it; no decision is edited.
 */
export async function decideTransaction(ctx: Ctx, decision: TransactionDecision): Promise<void> {
  const [refused] = await decideTransactions(ctx, [decision])
  if (refused) throw new Refusal(refused.refusal)
}

/**
 * Makes several decisions in one database transaction and answers the refused ones; the others stand. An input that no
 * transaction accepts, evidence that the actor has not uploaded, and any failure, decides none of them.
 */
export function decideTransactions(ctx: Ctx, decisions: readonly TransactionDecision[]): Promise<RefusedDecision[]> {
  return inTransaction(ctx, async (tx) => {
    const outcomes = await applyDecisions(tx, decisions)
    const refused: RefusedDecision[] = []
    const acts = decisions.flatMap((decision, index) => {
      const outcome = outcomes[index]
      if (!outcome) throw new Error('A decision has no outcome.')
      const { publisherId, transactionId, action, reasonCode } = decision
      if ('sequence' in outcome) {
        const details = { publisherId, sequence: outcome.sequence, reasonCode }
        return [{ action: `transaction.${action}`, target: `transaction:${transactionId}`, details }]
      }
      if (outcome.refusal.status === 422) throw new Refusal(outcome.refusal)
      refused.push({ transactionId, refusal: outcome.refusal })
      return []
    })
    if (acts.length > 0) await keepEvidence(tx, decisions)
    await auditAll(tx, acts)
    return refused
  })
}

/** Keeps the files that support decisions. They belong to the account that decides. */
async function keepEvidence(tx: Ctx, decisions: readonly TransactionDecision[]): Promise<void> {
  const fileIds = new Set(decisions.flatMap(({ evidenceFileId }) => evidenceFileId ?? []))
  for (const fileId of fileIds) {
    if (tx.actor.kind !== 'account') throw new Error('A file that supports a decision belongs to an account.')
    await keepFile(tx, { fileId, accountId: tx.actor.accountId, purpose: 'decision_evidence' })
  }
}
