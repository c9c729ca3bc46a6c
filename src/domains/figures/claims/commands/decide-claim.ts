import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { recordClaimedOrder } from '#domains/orders/transactions/commands/record-claimed-order.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { answerClaim, getOrderTime, pauseClock } from '../rules.ts'
import type { ClaimStatus, RefusalReason } from '../rules.ts'
import { changeClaim, getEnd, lockSeenClaim } from './change-claim.ts'
import type { SeenClaim, StoredClaim } from './change-claim.ts'
import { mailPublisher } from './mail-claim.ts'
import { readFacts } from './read-facts.ts'

/** An advertiser's decision on a claim that it has seen. */
export interface ClaimDecision extends SeenClaim {
  note: string
}

/**
 * Confirms a claim as an order, with another amount if the note says why, and mails the publisher. Answers `answered`
 * if the order was recorded meanwhile: then nothing is recorded again. Refuses the fields `amount` and `note`.
 */
export function acceptClaim(
  ctx: Ctx,
  { amount, note, ...seen }: ClaimDecision & { amount: bigint | null },
): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    const claim = await lockSeenClaim(tx, seen)
    getEnd(claim)
    const isOther = amount !== null && amount !== claim.amount
    if (isOther && note === '') throw invalidField('note', { code: 'claim.amount_reason' })
    const decided = { ...claim, amount: isOther ? amount : claim.amount }
    const event = { actedAs: 'advertiser' as const, note, amount: isOther ? amount : undefined }
    const status = await recordClaim(tx, { claim: decided, event })
    if (status === undefined) throw invalidField('amount', { code: 'claim.amount' })
    return status
  })
}

interface Recording {
  claim: StoredClaim
  event: { actedAs: 'advertiser' | 'clock'; note: string; amount?: bigint | undefined }
}

/**
 * Records the order of a locked claim and mails the publisher. An order that was recorded meanwhile closes the claim
 * with the answer of the machine. Answers `undefined` and changes nothing if the terms give the order no worth.
 */
export async function recordClaim(tx: Ctx, { claim, event }: Recording): Promise<ClaimStatus | undefined> {
  const orderedAt = getOrderTime(claim)
  const outcome = await recordClaimedOrder(tx, { ...claim, claimId: claim.id, orderedAt })
  if ('reason' in outcome) return undefined
  if (outcome.result === 'known') return answerRecorded(tx, claim)
  const { transactionId } = outcome
  const change = { status: 'accepted', dueAt: null, decidedAt: tx.now, transactionId } as const
  await changeClaim(tx, claim, { event: { ...event, kind: 'accepted' }, change })
  const byAdvertiser = claim.origin === 'advertiser' ? 'credited' : 'accepted'
  const kind = event.actedAs === 'clock' ? 'accepted_by_clock' : byAdvertiser
  await mailPublisher(tx, { claim, kind, note: event.note })
  return 'accepted'
}

/** Closes a locked claim whose order was recorded since it was filed, and mails the publisher. */
export async function answerRecorded(tx: Ctx, claim: StoredClaim): Promise<ClaimStatus> {
  const answer = answerClaim(await readFacts(tx.db, { ...claim, orderedAt: getOrderTime(claim), windowDays: 0 }))
  const { facts } = answer
  const change = { status: 'answered', dueAt: null, transactionId: facts.transactionId } as const
  await changeClaim(tx, claim, { event: { kind: 'answered', actedAs: 'machine', answer }, change })
  await mailPublisher(tx, { claim, kind: 'answered', note: '' })
  return 'answered'
}

/** Refuses a claim and mails the publisher. */
export function refuseClaim(
  ctx: Ctx,
  { reason, note, ...seen }: ClaimDecision & { reason: RefusalReason },
): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    const claim = await lockSeenClaim(tx, seen)
    getEnd(claim)
    const change = { status: 'refused', dueAt: null, decidedAt: tx.now } as const
    await changeClaim(tx, claim, { event: { kind: 'refused', actedAs: 'advertiser', reason, note }, change })
    await mailPublisher(tx, { claim, kind: 'refused', reason, note })
    return 'refused'
  })
}

/**
 * Asks the publisher for evidence, once, and mails it. The clock waits for it, at most until the last decision of an
 * ended programme. Refuses a second request with 409.
 */
export function askForEvidence(ctx: Ctx, { note, ...seen }: ClaimDecision): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    const claim = await lockSeenClaim(tx, seen)
    const paused = pauseClock(getEnd(claim), tx.now, await findLastDecision(tx.db, claim))
    if (claim.askedAt !== null) throw new Refusal({ code: 'claim.asked', status: 409 })
    const change = { ...paused, askedAt: tx.now }
    await changeClaim(tx, claim, { event: { kind: 'asked', actedAs: 'advertiser', note }, change })
    await mailPublisher(tx, { claim, kind: 'asked', note, until: paused.evidenceUntil })
    return 'waiting'
  })
}
