import type { Selectable } from 'kysely'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { keepFile } from '#domains/people/files/commands.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ClaimScope } from '../queries.ts'
import type { ClaimActor, ClaimEventKind, MachineAnswer, RefusalReason } from '../rules.ts'
import type { ClaimTable } from '../tables.ts'

/** A claim as it is stored. */
export type StoredClaim = Selectable<ClaimTable>

/** Something that happens to a claim. */
export interface ClaimEvent {
  kind: ClaimEventKind
  actedAs: ClaimActor
  note?: string
  reason?: RefusalReason
  answer?: MachineAnswer
  amount?: bigint | undefined
  /** A file that the publisher has stored. */
  fileId?: string | undefined
}

/** What an act on a claim names: the claim and the number of the last event that the actor has seen. */
export interface SeenClaim {
  claimId: string
  scope: ClaimScope
  sequence: number
}

/**
 * Locks a publisher until the end of the transaction, so that its claims are counted one after another. Refuses an
 * unknown id as not found.
 */
export async function lockPublisher(tx: Ctx, publisherId: bigint): Promise<void> {
  const locked = tx.db.selectFrom('publisher').select('id').where('id', '=', publisherId).forNoKeyUpdate()
  if (!(await locked.executeTakeFirst())) throw notFound()
}

/**
 * Locks a claim of a scope. Refuses one of another scope like an unknown one, and with 409 a claim to which something
 * has happened since the actor saw it.
 */
export async function lockSeenClaim(tx: Ctx, { claimId, scope, sequence }: SeenClaim): Promise<StoredClaim> {
  const claim = await lockClaim(tx, claimId)
  const isOwn =
    'publisherId' in scope ? claim?.publisherId === scope.publisherId : claim?.advertiserId === scope.advertiserId
  if (!claim || !isOwn) throw notFound()
  if (claim.sequence !== sequence) throw new Refusal({ code: 'claim.changed', status: 409 })
  return claim
}

/** Locks a claim until the end of the transaction. */
export function lockClaim(tx: Ctx, claimId: string): Promise<StoredClaim | undefined> {
  return tx.db.selectFrom('claim').selectAll().where('id', '=', claimId).forUpdate().executeTakeFirst()
}

/** Gets the end of the clock of a locked claim. Refuses one that does not wait with 409. */
export function getEnd({ status, dueAt }: StoredClaim): Date {
  if (status !== 'waiting' || dueAt === null) throw new Refusal({ code: 'claim.decided', status: 409 })
  return dueAt
}

type ClaimChange = Partial<Omit<StoredClaim, 'answerFacts' | 'sequence'>>

/** Changes a locked claim, and writes the event and its audit line. */
export async function changeClaim(
  tx: Ctx,
  claim: StoredClaim,
  { event, change = {} }: { event: ClaimEvent; change?: ClaimChange },
): Promise<void> {
  const sequence = claim.sequence + 1
  const answered = event.answer && {
    answer: event.answer.answer,
    answerFacts: JSON.stringify(event.answer.facts),
  }
  await tx.db
    .updateTable('claim')
    .set({ ...change, ...answered, sequence })
    .where('id', '=', claim.id)
    .execute()
  await addEvent(tx, { ...claim, sequence }, event)
}

/** Writes an event of a claim with its number, keeps its file, and writes the audit line. */
export async function addEvent(
  tx: Ctx,
  { id, publisherId, sequence }: Pick<StoredClaim, 'id' | 'publisherId' | 'sequence'>,
  event: ClaimEvent,
): Promise<void> {
  const { kind, actedAs, note = '', reason = null, answer, amount = null, fileId = null } = event
  if (fileId !== null) {
    const { accountId } = await getPublisher(tx.db, { publisherId })
    await keepFile(tx, { fileId, accountId, purpose: 'claim_evidence' })
  }
  await tx.db
    .insertInto('claimEvent')
    .values({
      claimId: id,
      sequence,
      kind,
      actedAs,
      actedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      happenedAt: tx.now,
      note,
      reason,
      answer: answer?.answer ?? null,
      answerFacts: answer ? JSON.stringify(answer.facts) : null,
      amount,
      fileId,
    })
    .execute()
  await audit(tx, { action: AUDITED[kind], target: `claim:${id}`, details: { sequence, actedAs, reason } })
}

const AUDITED: Record<ClaimEventKind, string> = {
  filed: 'claim.file',
  credited: 'claim.credit',
  answered: 'claim.answer',
  insisted: 'claim.insist',
  asked: 'claim.ask',
  evidenced: 'claim.send-evidence',
  accepted: 'claim.accept',
  refused: 'claim.refuse',
  withdrawn: 'claim.withdraw',
}
