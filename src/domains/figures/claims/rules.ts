import { isInWindow } from '#domains/programmes/programs/rules.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import type { Attribution, PostbackReason } from '#domains/orders/transactions/contract/vocabulary.ts'
import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'

/** The oldest order that can be claimed, in days before the claim. */
export const CLAIM_WINDOW_DAYS = 90

/** How long the advertiser has; then the claim is decided for the publisher. */
export const CLAIM_CLOCK_DAYS = 15

/** How long the clock waits at most for evidence for which the advertiser asked. */
export const EVIDENCE_DAYS = 7

/** How many claims of a publisher can wait, and how many it can file in 24 hours. */
export const CLAIM_LIMITS = { open: 100, day: 50 } as const

/** The longest text of a claim. */
export const MAX_CLAIM_TEXT = 2000

/**
 * Where a claim stands: the machine's answer closed it, it waits for the advertiser, the order was recorded, it was
 * refused, or the publisher withdrew it.
 */
export const CLAIM_STATUSES = ['answered', 'waiting', 'accepted', 'refused', 'withdrawn'] as const

/** One of `CLAIM_STATUSES`. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** What the machine answers from what it knows. */
export const CLAIM_ANSWERS = [
  'counted',
  'other_publisher',
  'click_too_old',
  'click_not_counted',
  'no_click',
  'refused_postback',
  'never_reported',
] as const

/** One of `CLAIM_ANSWERS`. */
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number]

/** Why an advertiser refuses a claim: the closed list that the publisher reads. */
export const REFUSAL_REASONS = [
  'ORDER_NOT_FOUND',
  'ORDER_CANCELLED',
  'CREDITED_ELSEWHERE',
  'OUTSIDE_TERMS',
  'NOT_PROVED',
  'OTHER',
] as const

/** One of `REFUSAL_REASONS`. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Who made a claim: its publisher, or the advertiser, which credits an order that matched no click. */
export const CLAIM_ORIGINS = ['publisher', 'advertiser'] as const

/** One of `CLAIM_ORIGINS`. */
export type ClaimOrigin = (typeof CLAIM_ORIGINS)[number]

/** What happens to a claim. */
export const CLAIM_EVENTS = [
  'filed',
  'credited',
  'answered',
  'insisted',
  'asked',
  'evidenced',
  'accepted',
  'refused',
  'withdrawn',
] as const

/** One of `CLAIM_EVENTS`. */
export type ClaimEventKind = (typeof CLAIM_EVENTS)[number]

/** In which role something happens to a claim; `clock` is the end of the time of the advertiser. */
export const CLAIM_ACTORS = ['publisher', 'machine', 'advertiser', 'clock'] as const

/** One of `CLAIM_ACTORS`. */
export type ClaimActor = (typeof CLAIM_ACTORS)[number]

/** What the database knows about a claimed order. */
export interface ClaimFacts {
  /** The end of its day, or the time of the claim. */
  orderedAt: Date
  /** Of the terms in force at the order. */
  windowDays: number
  /** The order, if it was recorded. */
  recorded?: { isOwn: boolean; transactionId: string; attribution: Attribution } | undefined
  /** The last refused postback that names the order; the reason is null if it concerns another publisher's click. */
  refused?: { reason: PostbackReason | null } | undefined
  /** The last days until the order with a hit and with a click of the publisher at the advertiser. */
  days: { hit: Day | null; click: Day | null }
  /** The hit that the publisher names. */
  hit?: { clickedAt: Date; verdict: Verdict } | undefined
}

/** The facts that an answer names; null where it names none. */
export interface AnswerFacts {
  transactionId: string | null
  /** By which rule the order is another publisher's. */
  attribution: Attribution | null
  clickedOn: Day | null
  windowDays: number | null
  verdict: Verdict | null
  /** The sentence of the refused postback. */
  reason: PostbackReason | null
}

/** An answer with its facts. */
export interface MachineAnswer {
  answer: ClaimAnswer
  facts: AnswerFacts
}

const NO_FACTS: AnswerFacts = {
  transactionId: null,
  attribution: null,
  clickedOn: null,
  windowDays: null,
  verdict: null,
  reason: null,
}

/**
 * Answers a claim from what the timeline shows: first what is recorded, then what keeps the publisher from earning,
 * then what the shop reported.
 */
export function answerClaim(facts: ClaimFacts): MachineAnswer {
  const { recorded, refused } = facts
  if (recorded?.isOwn) return { answer: 'counted', facts: { ...NO_FACTS, transactionId: recorded.transactionId } }
  if (recorded) return { answer: 'other_publisher', facts: { ...NO_FACTS, attribution: recorded.attribution } }
  const fault = facts.hit ? judgeHit(facts.hit, facts) : judgeDays(facts)
  if (fault) return fault
  if (refused) return { answer: 'refused_postback', facts: { ...NO_FACTS, reason: refused.reason } }
  return { answer: 'never_reported', facts: NO_FACTS }
}

function judgeHit(
  { clickedAt, verdict }: NonNullable<ClaimFacts['hit']>,
  { orderedAt, windowDays }: ClaimFacts,
): MachineAnswer | undefined {
  const clickedOn = toDay(clickedAt)
  if (verdict !== 'payable') return { answer: 'click_not_counted', facts: { ...NO_FACTS, clickedOn, verdict } }
  if (isInWindow({ clickedAt, at: orderedAt, windowDays })) return undefined
  return { answer: 'click_too_old', facts: { ...NO_FACTS, clickedOn, windowDays } }
}

/** Without a hit, whole days are compared, so that a click at any time of the last day is in time. */
function judgeDays({ orderedAt, windowDays, days: { hit, click } }: ClaimFacts): MachineAnswer | undefined {
  const earliest = addDays(toDay(orderedAt), -Math.max(windowDays, 1))
  if (click !== null && click >= earliest) return undefined
  if (hit !== null && hit >= earliest) return { answer: 'click_not_counted', facts: { ...NO_FACTS, clickedOn: hit } }
  if (click === null) return { answer: 'no_click', facts: NO_FACTS }
  return { answer: 'click_too_old', facts: { ...NO_FACTS, clickedOn: click, windowDays } }
}

/** The reasons of refused postbacks by which the shop says itself that the order does not count. */
const CLOSING_REASONS: readonly (PostbackReason | null)[] = ['cancelled_order', 'test']

/** Tells whether an answer closes the claim; the others go to the advertiser. */
export function isClosing({ answer, facts }: MachineAnswer): boolean {
  if (answer === 'never_reported') return false
  return answer !== 'refused_postback' || CLOSING_REASONS.includes(facts.reason)
}

/** Tells whether an answer can be wrong, so that the publisher may insist once. */
export function mayInsist(answer: ClaimAnswer): boolean {
  return answer !== 'counted' && answer !== 'other_publisher'
}

/** The time at which a claimed order counts: the end of its day, or the time of the claim on the same day. */
export function getOrderTime({ orderedOn, filedAt }: { orderedOn: Day; filedAt: Date }): Date {
  return new Date(Math.min(startOfDay(addDays(orderedOn, 1)).getTime() - 1, filedAt.getTime()))
}

/** Refuses the field `ordered_on` for an order in the future, and for one that is too old. */
export function checkOrderDay(orderedOn: Day, today: Day): void {
  if (orderedOn > today) {
    throw new Refusal({ code: 'claim.future', status: 422, wireCode: 'invalid', field: 'ordered_on' })
  }
  if (orderedOn >= addDays(today, -CLAIM_WINDOW_DAYS)) return
  const params = { days: CLAIM_WINDOW_DAYS }
  throw new Refusal({ code: 'claim.too_old', params, status: 422, wireCode: 'invalid', field: 'ordered_on' })
}

/** The end of the advertiser's time for a claim that goes to it now: that of its ended programme at the latest. */
export function getClaimEnd(now: Date, lastDecision?: Date): Date {
  return endNoLater(new Date(now.getTime() + CLAIM_CLOCK_DAYS * DAY_MS), lastDecision)
}

/** What a claim says about the evidence for which its advertiser asked. */
export interface EvidenceClock {
  askedAt: Date | null
  evidenceUntil: Date | null
  evidencedAt: Date | null
}

/** Tells whether the clock waits for evidence. */
export function isAsked({ evidenceUntil, evidencedAt }: EvidenceClock, now: Date): boolean {
  return evidenceUntil !== null && evidencedAt === null && now < evidenceUntil
}

/**
 * The clock after the advertiser asked for evidence: it waits as long as it may, and not beyond the last decision of an
 * ended programme.
 */
export function pauseClock(dueAt: Date, now: Date, lastDecision?: Date): { dueAt: Date; evidenceUntil: Date } {
  const pause = (from: Date) => endNoLater(new Date(from.getTime() + EVIDENCE_DAYS * DAY_MS), lastDecision)
  return { dueAt: pause(dueAt), evidenceUntil: pause(now) }
}

/**
 * The clock after the evidence came: the rest of the pause is taken back. One that ends with the last decision of an
 * ended programme stays: the pause added less than it could.
 */
export function resumeClock({ dueAt, evidenceUntil }: Paused, now: Date, lastDecision?: Date): Date {
  if (lastDecision && dueAt >= lastDecision) return lastDecision
  return new Date(dueAt.getTime() - Math.max(evidenceUntil.getTime() - now.getTime(), 0))
}

interface Paused {
  dueAt: Date
  evidenceUntil: Date
}

function endNoLater(end: Date, lastDecision: Date | undefined): Date {
  return lastDecision && lastDecision < end ? lastDecision : end
}
