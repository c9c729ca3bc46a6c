import { toRate } from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { findRate } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateBook } from '#domains/programmes/rates/rules/resolve.ts'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'
import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { INVITATION_BUDGET, REPEAT_DAYS, VALID_DAYS } from './vocabulary.ts'
import type { InvitationStatus, OfferComparison } from './vocabulary.ts'

/** An invitation as far as its acts need it. */
export interface InvitationState {
  status: InvitationStatus
  expiresAt: Date
  endedAt: Date | null
}

/** Returns the status at a time: one that nobody answered has expired, also before the job says so. */
export function getStatus({ status, expiresAt }: Omit<InvitationState, 'endedAt'>, now: Date): InvitationStatus {
  return status === 'sent' && expiresAt <= now ? 'expired' : status
}

/** Refuses to answer or withdraw an invitation that has ended, and says how. */
export function refuseEnded(invitation: InvitationState, now: Date): void {
  const status = getStatus(invitation, now)
  if (status !== 'sent') throw new Refusal({ code: ENDED[status], status: 409 })
}

const ENDED = {
  accepted: 'invitation.is_accepted',
  declined: 'invitation.is_declined',
  expired: 'invitation.is_expired',
  withdrawn: 'invitation.is_withdrawn',
} as const

/** The days (UTC) that can be the last of an invitation which is sent now, and the usual one. */
export function getLastDays(now: Date): { first: Day; usual: Day; last: Day } {
  const today = toDay(now)
  return { first: addDays(today, 1), usual: addDays(today, VALID_DAYS.usual), last: addDays(today, VALID_DAYS.max) }
}

/** Determines when an invitation with this last day expires. Refuses a day too early or too late. */
export function getExpiry(lastDay: Day, now: Date): Date {
  const { first, last } = getLastDays(now)
  if (lastDay < first || lastDay > last) {
    throw invalidField('expires_on', { code: 'invitation.expiry', params: { first, last } })
  }
  return startOfDay(addDays(lastDay, 1))
}

/** From when on a publisher can be invited again after an invitation that has ended; undefined without a limit. */
export function getNextInvitationAt(last: InvitationState, now: Date): Date | undefined {
  const status = getStatus(last, now)
  if (status === 'sent' || status === 'accepted') return undefined
  return new Date((last.endedAt ?? last.expiresAt).getTime() + REPEAT_DAYS[status] * DAY_MS)
}

/** What decides whether a programme may invite a publisher. */
export interface Candidate {
  membership: MembershipStatus | undefined
  /** The last invitation of this publisher to the programme. */
  last: InvitationState | undefined
  isMuted: boolean
  budget: { limit: number; used: number }
}

/** Says why a programme cannot invite a publisher now; undefined if it can. */
export function findObstacle({ membership, last, isMuted, budget }: Candidate, now: Date): CodedError | undefined {
  if (membership === 'joined') return { code: 'invitation.is_member' }
  if (membership === 'pending') return { code: 'invitation.asks_already' }
  if (membership === 'suspended') return { code: 'invitation.is_suspended' }
  if (isMuted) return { code: 'invitation.muted' }
  if (last && getStatus(last, now) === 'sent') return { code: 'invitation.open_already' }
  const nextAt = last && getNextInvitationAt(last, now)
  if (nextAt && now < nextAt) return { code: 'invitation.too_soon', params: { day: toDay(nextAt) } }
  if (budget.used >= budget.limit) return { code: 'invitation.budget_used', params: { limit: budget.limit } }
  return undefined
}

/** Below so many ended invitations the share of the accepted ones is counted as of this number. */
const MIN_ENDED = 10

/**
 * How many invitations of a programme can be open at once: 20, and up to 80 more with the share that publishers
 * accepted of those that ended lately. It never grows by an invitation that was not accepted.
 */
export function getBudget({ accepted, ended }: { accepted: number; ended: number }): number {
  const { first, most } = INVITATION_BUDGET
  return first + Math.floor(((most - first) * accepted) / Math.max(ended, MIN_ENDED))
}

/** A rate for an event, which an invitation offers or a publisher has. */
export interface Offer {
  event: string
  rate: Rate
}

/** An offer as queries read it, with its amount as text. */
export interface StoredOffer {
  event: string
  ratePpm: number | null
  fixedAmount: string | null
}

/** Reads an offer of an invitation. */
export function toOffer({ event, ratePpm, fixedAmount }: StoredOffer): Offer {
  return { event, rate: toRate({ ratePpm, fixedAmount: fixedAmount === null ? null : BigInt(fixedAmount) }) }
}

/** Compares an offer with the rate that the publisher would have without it. */
export function compareOffer(offer: Rate, ordinary: Rate | undefined): OfferComparison {
  if (ordinary === undefined) return 'higher'
  const [own, other] = [getNumber(offer), getNumber(ordinary)]
  if (offer.kind !== ordinary.kind) return 'other_kind'
  return own === other ? 'equal' : own > other ? 'higher' : 'lower'
}

function getNumber(rate: Rate): bigint {
  return rate.kind === 'percent' ? BigInt(rate.ratePpm) : rate.fixedAmount
}

/**
 * Lists the rate of each event that orders of a publisher have which name no product group, region or kind of customer.
 */
export function listOrdinaryRates(book: RateBook, { publisherId, at }: { publisherId: bigint; at: Date }): Offer[] {
  const facts = { publisherId, productGroup: null, regions: [], customer: null, at }
  return [...book.byEvent.keys()].toSorted().flatMap((event) => {
    const rule = findRate(book, { ...facts, event })
    return rule ? [{ event, rate: rule.rate }] : []
  })
}
