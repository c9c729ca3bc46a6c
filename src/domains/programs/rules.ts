import { Refusal } from '#kernel/errors.ts'
import { AMOUNT_SCALE, formatAmount, parseAmount, parsePercent, applyRate } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** Whether a programme takes publishers and pays for clicks: only an open one does. */
export const PROGRAM_STATUSES = ['draft', 'open', 'paused', 'closed'] as const

/** One of `PROGRAM_STATUSES`. */
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number]

/** Whether a join request is approved at once or waits for an operator. */
export const JOIN_MODES = ['auto', 'review'] as const

/** One of `JOIN_MODES`. */
export type JoinMode = (typeof JOIN_MODES)[number]

/** A publisher's relation to a programme. */
export const MEMBERSHIP_STATUSES = ['pending', 'joined', 'declined', 'suspended', 'left'] as const

/** One of `MEMBERSHIP_STATUSES`. */
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

/** The orders of the advertiser list. */
export const ADVERTISER_SORTS = ['name', 'newest'] as const

const DAY_MS = 86_400_000

/** The largest fixed amount of a rate: one hundred thousand units of currency. */
export const MAX_FIXED_AMOUNT: Amount = 100_000n * AMOUNT_SCALE

/** What one action earns: `ratePpm` millionths of the order value, or a fixed amount. */
export type Rate = { kind: 'percent'; ratePpm: number } | { kind: 'fixed'; fixedAmount: Amount }

/** A rate as its row holds it; a constraint of the table says that exactly one of the two numbers is set. */
export function toRate({ ratePpm, fixedAmount }: { ratePpm: number | null; fixedAmount: Amount | null }): Rate {
  if (ratePpm !== null) return { kind: 'percent', ratePpm }
  if (fixedAmount !== null) return { kind: 'fixed', fixedAmount }
  throw new Error('A rate is neither a percentage nor an amount')
}

/** The commission of one action, rounded down to 1/10,000 of the currency unit. */
export function commissionFor(rate: Rate, orderValue: Amount): Amount {
  return rate.kind === 'percent' ? applyRate(orderValue, rate.ratePpm) : rate.fixedAmount
}

/** Reads a rate as it is typed, `7.5` as percent or `30.00` as an amount; `undefined` when it is none. */
export function parseRate({ kind, value }: { kind: Rate['kind']; value: string }): Rate | undefined {
  if (kind === 'percent') {
    const percent = parsePercent(value)
    return percent === undefined ? undefined : { kind, ratePpm: percent }
  }
  const fixedAmount = parseAmount(value)
  return fixedAmount === undefined || fixedAmount > MAX_FIXED_AMOUNT ? undefined : { kind, fixedAmount }
}

/** A rate's number as it is typed, without needless zeros but with whole cents: `7.5`, `30.00`. */
export function rateValue(rate: Rate): string {
  if (rate.kind === 'percent') return formatAmount(BigInt(rate.ratePpm), 4).replace(/\.?0+$/, '')
  return formatAmount(rate.fixedAmount, rate.fixedAmount % 100n === 0n ? 2 : 4)
}

/** A rate as a reader understands it: `7.5%`, `30.00 USD`. */
export function rateText(rate: Rate, currency: string): string {
  return rate.kind === 'percent' ? `${rateValue(rate)}%` : `${rateValue(rate)} ${currency}`
}

/** When a version of the terms begins; a higher version replaces it from the moment that one begins. */
export interface TermsVersion {
  version: number
  effectiveFrom: Date
}

/** The terms that hold at an instant: the highest version that has begun by then. The one place that says so. */
export function termsInForce<T extends TermsVersion>(terms: readonly T[], at: Date): T | undefined {
  let highest: T | undefined
  // A loop without garbage: every click asks.
  for (const each of terms) {
    if (each.effectiveFrom <= at && (highest === undefined || each.version > highest.version)) highest = each
  }
  return highest
}

/** Whether a version holds now, will hold, or neither: its time is over or another replaced it before it began. */
export type TermsState = 'in_force' | 'scheduled' | 'ended'

/** The state of one version among all versions of its programme. */
export function termsState<T extends TermsVersion>(one: T, all: readonly T[], now: Date): TermsState {
  if (termsInForce(all, now) === one) return 'in_force'
  return one.effectiveFrom > now && termsInForce(all, one.effectiveFrom) === one ? 'scheduled' : 'ended'
}

/**
 * Whether an action counts for a click: within `windowDays` after it. A window of 0 days is a session, taken as 24
 * hours.
 */
export function isInWindow({ clickedAt, at, windowDays }: { clickedAt: Date; at: Date; windowDays: number }): boolean {
  const ageMs = at.getTime() - clickedAt.getTime()
  return ageMs >= 0 && ageMs <= Math.max(windowDays, 1) * DAY_MS
}

/** Whether a programme takes part: publishers can join, and clicks on its links can earn. */
export function isOpen(program: { status: ProgramStatus; advertiserStatus: 'active' | 'paused' }): boolean {
  return program.status === 'open' && program.advertiserStatus === 'active'
}

/** Whether a publisher in this relation to a programme may ask to join; `undefined` is no relation yet. */
export function canRequestJoin(status: MembershipStatus | undefined): boolean {
  return status === undefined || status === 'left' || status === 'declined'
}

/** Whether there is a membership, or a request for one, that the publisher may end. */
export function canLeave(status: MembershipStatus | undefined): boolean {
  return status === 'pending' || status === 'joined'
}

/** The status after a join request. Who was declined before is always reviewed. */
export function statusAfterRequest(status: MembershipStatus | undefined, joinMode: JoinMode): 'pending' | 'joined' {
  if (!canRequestJoin(status)) throw new Refusal({ code: 'already_requested', status: 409 })
  return joinMode === 'auto' && status !== 'declined' ? 'joined' : 'pending'
}

/** What an operator can decide about a membership. */
export const DECISIONS = ['approve', 'decline', 'suspend'] as const

/** One of `DECISIONS`. */
export type MembershipDecision = (typeof DECISIONS)[number]

const outcomes: Record<MembershipDecision, { from: readonly MembershipStatus[]; to: MembershipStatus }> = {
  approve: { from: ['pending', 'declined', 'suspended'], to: 'joined' },
  decline: { from: ['pending'], to: 'declined' },
  suspend: { from: ['joined'], to: 'suspended' },
}

/** The decisions that make sense for a membership in this status. */
export function possibleDecisions(status: MembershipStatus): MembershipDecision[] {
  return DECISIONS.filter((decision) => outcomes[decision].from.includes(status))
}

/** The status after an operator's decision; refuses one that does not fit the present status. */
export function statusAfterDecision(status: MembershipStatus, decision: MembershipDecision): MembershipStatus {
  if (possibleDecisions(status).includes(decision)) return outcomes[decision].to
  throw new Refusal({ code: 'decision_does_not_fit', params: { status }, status: 409 })
}

/** The last part of a public address, made from a name: `Müller & Co` is `muller-co-affiliate-program`. */
export function slugFor(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return [...(words ?? []), 'affiliate', 'program'].join('-').slice(-120).replace(/^-/, '')
}

/** The public address of a merchant (specification 1, section 2): ids repeat, the slug tells them apart. */
export function merchantPath({ publicId, slug }: { publicId: number; slug: string }): string {
  return `/merchants/${publicId}/${slug}`
}

/** How a shop's address is called in a text: `https://www.shop.example/` is `shop.example`. */
export function shopName(href: string): string {
  return new URL(href).hostname.replace(/^www\./, '')
}
