import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { NO_FIGURES, computeMeasure } from '#kernel/measures.ts'
import { applyFee, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** The statuses of a programme. Only an open programme accepts publishers and pays commission. */
export const PROGRAM_STATUSES = ['draft', 'open', 'paused', 'closed'] as const

/** One of `PROGRAM_STATUSES`. */
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number]

/** Whether a join request is approved at once or waits for a decision, or only invited publishers join. */
export const JOIN_MODES = ['auto', 'review', 'invited'] as const

/** One of `JOIN_MODES`. */
export type JoinMode = (typeof JOIN_MODES)[number]

/** A publisher's relation to a programme. */
export const MEMBERSHIP_STATUSES = ['pending', 'joined', 'declined', 'suspended', 'left'] as const

/** One of `MEMBERSHIP_STATUSES`. */
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

/** Names a membership. */
export interface MembershipKey {
  programId: bigint
  publisherId: bigint
}

/** Writes the name of a membership's row for the announcement of a change: `membership 3 17`. */
export function membershipRow({ programId, publisherId }: MembershipKey): string {
  return `membership ${programId} ${publisherId}`
}

/** Reads what `membershipRow` wrote; undefined for another text. */
export function readMembershipRow(text: string): MembershipKey | undefined {
  const [, programId, publisherId] = /^membership (\d+) (\d+)$/.exec(text) ?? []
  if (programId === undefined || publisherId === undefined) return undefined
  return { programId: BigInt(programId), publisherId: BigInt(publisherId) }
}

/** The sort orders of the advertiser list. */
export const ADVERTISER_SORTS = ['recommended', 'name', 'newest'] as const

/**
 * Whether the owner of a coupon code earns an order: instead of any click, only without a click that counts, or never.
 */
export const COUPON_RULES = ['code_wins', 'code_without_click', 'never'] as const

/** One of `COUPON_RULES`. */
export type CouponRule = (typeof COUPON_RULES)[number]

/** What the fee of the network is a part of: the commission of an order or its value. */
export const FEE_BASES = ['commission', 'order_value'] as const

/** One of `FEE_BASES`. */
export type FeeBasis = (typeof FEE_BASES)[number]

/** What happens to an undecided order at the end of its validation period. */
export const VALIDATION_ENDS = ['confirm', 'hold'] as const

/** One of `VALIDATION_ENDS`. */
export type ValidationEnd = (typeof VALIDATION_ENDS)[number]

/** The fee of the network on a confirmed order, by its terms. */
export interface FeeTerms {
  feeBasis: FeeBasis
  /** In millionths of the basis. */
  feePpm: number
}

/** Calculates the fee of the network on a confirmed order, rounded half away from zero. */
export function feeFor(
  { feeBasis, feePpm }: FeeTerms,
  { orderValue, commission }: { orderValue: Amount; commission: Amount },
): Amount {
  return applyFee(feeBasis === 'commission' ? commission : orderValue, feePpm)
}

/** A version of the terms and its beginning. A higher version replaces it from its own beginning on. */
export interface TermsVersion {
  version: number
  effectiveFrom: Date
}

/** Finds the terms in force at an instant: the highest version that has begun by then. */
export function termsInForce<T extends TermsVersion>(terms: readonly T[], at: Date): T | undefined {
  let highest: T | undefined
  // A loop that allocates nothing, because every click calls it.
  for (const each of terms) {
    if (each.effectiveFrom <= at && (highest === undefined || each.version > highest.version)) highest = each
  }
  return highest
}

/**
 * The state of a version: in force now, scheduled, or ended. A version that another one replaced before its beginning
 * has ended too.
 */
export type TermsState = 'in_force' | 'scheduled' | 'ended'

/** Determines the state of one version among all versions of its programme. */
export function termsState<T extends TermsVersion>(one: T, all: readonly T[], now: Date): TermsState {
  if (termsInForce(all, now) === one) return 'in_force'
  return one.effectiveFrom > now && termsInForce(all, one.effectiveFrom) === one ? 'scheduled' : 'ended'
}

/** Whether an event is within `windowDays` after its click. A window of 0 days is a session, which lasts 24 hours. */
export function isInWindow({ clickedAt, at, windowDays }: { clickedAt: Date; at: Date; windowDays: number }): boolean {
  const ageMs = at.getTime() - clickedAt.getTime()
  return ageMs >= 0 && ageMs <= Math.max(windowDays, 1) * DAY_MS
}

/** The address of a logo on the site; empty without one. */
export function getLogoPath(digest: string | null): string {
  return digest === null ? '' : `/logos/${digest}.webp`
}

/** Whether a programme is active: publishers can join, and clicks on its links can earn commission. */
export function isOpen(program: { status: ProgramStatus; advertiserStatus: 'active' | 'paused' }): boolean {
  return program.status === 'open' && program.advertiserStatus === 'active'
}

/** What keeps publishers from asking to join an open programme: used up funds or budgets, and an announced end. */
export interface JoinDates {
  noJoinsFrom: Date | null
  joinsPausedUntil: Date | null
  closesAt: Date | null
}

/** Whether publishers who are not invited may ask to join at this moment. */
export function acceptsRequests(program: JoinDates & { joinMode: JoinMode }, now: Date): boolean {
  return program.joinMode !== 'invited' && acceptsJoins(program, now)
}

/** Whether publishers may join at this moment, by request or by invitation. */
export function acceptsJoins({ noJoinsFrom, joinsPausedUntil, closesAt }: JoinDates, now: Date): boolean {
  const isPaused = joinsPausedUntil !== null && now < joinsPausedUntil
  return closesAt === null && !isPaused && (noJoinsFrom === null || now < noJoinsFrom)
}

/** The hours within which a request to join should be decided. */
export const JOIN_REQUEST_HOURS = 48

/** The days for which a question to the applicant stops the clock at most. */
export const ANSWER_DAYS = 14

/** The hours that are left at least after an answer. */
const MIN_HOURS_LEFT = 24

/** Returns the end of the clock of a request that waits for the answer to a question from now on. */
export function pauseClock({ dueAt, now }: { dueAt: Date; now: Date }): Date {
  const leftMs = Math.max(dueAt.getTime() - now.getTime(), MIN_HOURS_LEFT * HOUR_MS)
  return new Date(now.getTime() + ANSWER_DAYS * DAY_MS + leftMs)
}

/** Returns the end of the clock after an answer: what was left at the question, but never later than without one. */
export function resumeClock({ dueAt, askedAt, now }: { dueAt: Date; askedAt: Date; now: Date }): Date {
  const waitedMs = now.getTime() - askedAt.getTime()
  return waitedMs >= ANSWER_DAYS * DAY_MS ? dueAt : new Date(dueAt.getTime() - ANSWER_DAYS * DAY_MS + waitedMs)
}

/** Whether a publisher in this relation to a programme may request to join; `undefined` means no relation yet. */
export function canRequestJoin(status: MembershipStatus | undefined): boolean {
  return status === undefined || status === 'left' || status === 'declined'
}

/** Whether the publisher may end this membership or withdraw this request. */
export function canLeave(status: MembershipStatus | undefined): boolean {
  return status === 'pending' || status === 'joined'
}

/**
 * Returns the status after a join request, by the rule that acts, else by the mode. A publisher that was declined
 * before does not join without a person.
 */
export function statusAfterRequest(
  status: MembershipStatus | undefined,
  joinMode: JoinMode,
  action?: 'accept' | 'ask' | 'refuse',
): 'pending' | 'joined' | 'declined' {
  if (!canRequestJoin(status)) throw new Refusal({ code: 'already_requested', status: 409 })
  if (action === 'refuse') return 'declined'
  const isAccepted = action === undefined ? joinMode === 'auto' : action === 'accept'
  return isAccepted && status !== 'declined' ? 'joined' : 'pending'
}

/** The decisions of an advertiser or an operator about a membership. */
export const DECISIONS = ['approve', 'decline', 'suspend'] as const

/** One of `DECISIONS`. */
export type MembershipDecision = (typeof DECISIONS)[number]

const outcomes: Record<MembershipDecision, { from: readonly MembershipStatus[]; to: MembershipStatus }> = {
  approve: { from: ['pending', 'declined', 'suspended'], to: 'joined' },
  decline: { from: ['pending'], to: 'declined' },
  suspend: { from: ['joined'], to: 'suspended' },
}

/** Returns the decisions that are possible for a membership in this status. */
export function possibleDecisions(status: MembershipStatus): MembershipDecision[] {
  return DECISIONS.filter((decision) => outcomes[decision].from.includes(status))
}

/** Returns the status after a decision. Refuses a decision that does not fit the present status. */
export function statusAfterDecision(status: MembershipStatus, decision: MembershipDecision): MembershipStatus {
  if (possibleDecisions(status).includes(decision)) return outcomes[decision].to
  throw new Refusal({ code: 'decision_does_not_fit', params: { status }, status: 409 })
}

/** What can happen between a publisher and a programme. */
export type MembershipEventKind = 'request' | 'ask' | 'answer' | 'leave' | 'overdue' | 'accept' | MembershipDecision

/** Who acts on a membership; the system by a rule or by itself. */
export type MembershipActor = 'publisher' | 'advertiser' | 'operator' | 'system'

/** Makes the slug of a programme from a name: `Müller & Co` becomes `muller-co-affiliate-program`. */
export function slugFor(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return [...(words ?? []), 'affiliate', 'program'].join('-').slice(-120).replace(/^-/, '')
}

/** Builds the public address of a merchant (specification 1, section 2). Ids repeat; the slug is unique. */
export function merchantPath({ publicId, slug }: { publicId: number; slug: string }): string {
  return `/merchants/${publicId}/${slug}`
}

/** Returns the name of a shop's address in a text: `https://www.shop.example/` becomes `shop.example`. */
export function shopName(href: string): string {
  return new URL(href).hostname.replace(/^www\./, '')
}

/** The days over which programmes are measured. */
export const FIGURE_DAYS = 90

/** Below this number of clicks an EPC says nothing and is not shown. */
export const MIN_EPC_CLICKS = 100

/** What the network measured about a programme. Commission is in 1/10,000 of the unit, without cancelled orders. */
export interface ProgramFigures {
  clicks: bigint
  commission: Amount
  confirmed: bigint
  cancelled: bigint
  /** The median from an order to its decision; null without decisions. */
  decisionHours: number | null
}

/** Confirmed commission of the last 90 days, and the part of it that is not covered, in 1/10,000 of the unit. */
export interface CoverFigures {
  confirmedCommission: Amount
  uncoveredCommission: Amount
}

type Sums = Omit<ProgramFigures, 'decisionHours'>

const MILLION = 1_000_000n
const PRIOR_CLICKS = 500n
const PRIOR_DECISIONS = 20n

/**
 * Scores a programme: the commission that 1,000 clicks are expected to bring, times its approval rate. Each programme
 * begins with 500 clicks and 20 decisions at the average of the network, so that a few clicks cannot lead the list and
 * a new programme is neither first nor last.
 */
export function scoreProgram(program: Sums, network: Sums): bigint {
  const networkEarned = network.clicks === 0n ? 0n : (network.commission * PRIOR_CLICKS) / network.clicks
  const earned = ((program.commission + networkEarned) * 1000n) / (program.clicks + PRIOR_CLICKS)
  const networkDecided = network.confirmed + network.cancelled
  const networkApproval = networkDecided === 0n ? MILLION : (network.confirmed * MILLION) / networkDecided
  const decided = program.confirmed + program.cancelled + PRIOR_DECISIONS
  const approval = (program.confirmed * MILLION + networkApproval * PRIOR_DECISIONS) / decided
  return (earned * approval) / MILLION
}

/** Returns the EPC per click with two decimals; null below `MIN_EPC_CLICKS`. */
export function getEpc({ clicks, commission }: Pick<ProgramFigures, 'clicks' | 'commission'>): string | null {
  const epc = clicks < MIN_EPC_CLICKS ? null : computeMeasure('epc', { ...NO_FIGURES, clicks, commission })
  return epc === null ? null : formatAmount(epc, 2)
}

/** Returns the share of confirmed orders among the decided ones, in percent; null without decisions. */
export function getApprovalRate({ confirmed, cancelled }: Pick<ProgramFigures, 'confirmed' | 'cancelled'>) {
  const decided = { confirmedTransactions: confirmed, cancelledTransactions: cancelled }
  const rate = computeMeasure('approval_rate', { ...NO_FIGURES, ...decided })
  return rate === null ? null : Number(rate / 1000n) / 10
}

/** Returns the covered part of confirmed commission in percent with one decimal, rounded down; null without any. */
export function getCoverage({ confirmedCommission: confirmed, uncoveredCommission: uncovered }: CoverFigures) {
  if (confirmed <= 0n) return null
  const covered = confirmed > uncovered ? confirmed - uncovered : 0n
  return Number((covered * 1000n) / confirmed) / 10
}
