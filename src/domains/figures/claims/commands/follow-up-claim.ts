import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { answerClaim, getClaimEnd, getOrderTime, isAsked, mayInsist, resumeClock } from '../rules.ts'
import type { ClaimStatus } from '../rules.ts'
import { changeClaim, getEnd, lockPublisher, lockSeenClaim } from './change-claim.ts'
import type { SeenClaim } from './change-claim.ts'
import { answerRecorded } from './decide-claim.ts'
import { checkOpenLimit, refuseEnded } from './file-claim.ts'
import { mailAdvertiser } from './mail-claim.ts'
import { readFacts } from './read-facts.ts'

/** What a publisher adds to one of its claims. */
export interface FollowUp extends SeenClaim {
  scope: { publisherId: bigint }
  text: string
  fileId?: string | undefined
}

/**
 * Contradicts the answer of the machine once, with evidence: the claim waits for the advertiser, which is mailed.
 * Answers `answered` if the order was recorded meanwhile. Refuses with 409 an answer that is certain, a second time and
 * a programme that has ended, and with 429 more claims than can wait; the limit of a day is one of filing only.
 */
export function insistOnClaim(ctx: Ctx, { text, fileId, ...seen }: FollowUp): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    await lockPublisher(tx, seen.scope.publisherId)
    const claim = await lockSeenClaim(tx, seen)
    if (claim.status !== 'answered' || claim.insistedAt !== null || !mayInsist(claim.answer)) {
      throw new Refusal({ code: 'claim.final', status: 409 })
    }
    const facts = await readFacts(tx.db, { ...claim, orderedAt: getOrderTime(claim), windowDays: 0 })
    if (!mayInsist(answerClaim(facts).answer)) return answerRecorded(tx, claim)
    const lastDecision = await refuseEnded(tx, claim.advertiserId)
    await checkOpenLimit(tx, seen.scope.publisherId)
    const dueAt = getClaimEnd(tx.now, lastDecision)
    const change = { status: 'waiting', dueAt, insistedAt: tx.now } as const
    await changeClaim(tx, claim, { event: { kind: 'insisted', actedAs: 'publisher', note: text, fileId }, change })
    await mailAdvertiser(tx, { claim, kind: 'waits', until: dueAt })
    return 'waiting'
  })
}

/**
 * Sends the evidence for which the advertiser asked, and mails the advertiser. The clock goes on. Refuses with 409 a
 * claim for which none is awaited.
 */
export function sendEvidence(ctx: Ctx, { text, fileId, ...seen }: FollowUp): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    const claim = await lockSeenClaim(tx, seen)
    const dueAt = getEnd(claim)
    const { evidenceUntil } = claim
    if (evidenceUntil === null || !isAsked(claim, tx.now)) throw new Refusal({ code: 'claim.not_asked', status: 409 })
    const lastDecision = await findLastDecision(tx.db, claim)
    const change = { dueAt: resumeClock({ dueAt, evidenceUntil }, tx.now, lastDecision), evidencedAt: tx.now }
    await changeClaim(tx, claim, { event: { kind: 'evidenced', actedAs: 'publisher', note: text, fileId }, change })
    await mailAdvertiser(tx, { claim, kind: 'evidenced' })
    return 'waiting'
  })
}

/** Withdraws a claim that waits. */
export function withdrawClaim(ctx: Ctx, seen: SeenClaim): Promise<ClaimStatus> {
  return inTransaction<ClaimStatus>(ctx, async (tx) => {
    const claim = await lockSeenClaim(tx, seen)
    getEnd(claim)
    const change = { status: 'withdrawn', dueAt: null } as const
    await changeClaim(tx, claim, { event: { kind: 'withdrawn', actedAs: 'publisher' }, change })
    return 'withdrawn'
  })
}
