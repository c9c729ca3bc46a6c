import type { Actor } from '#kernel/actor.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { regionName } from '#kernel/regions.ts'
import type { MembershipRow, Offer } from '../contract/membership.ts'
import type { readOrderTerms } from '../commands/add-terms.ts'
import type { OrderTermsView, ProgramView, TermsView } from '../contract/program.ts'
import type { listMemberships } from '../queries/memberships.ts'
import type { listOffers } from '../queries/offers.ts'
import type { findProgramByAdvertiser } from '../queries/programs.ts'
import type { listTerms } from '../queries/terms.ts'
import {
  acceptsRequests,
  canLeave,
  canRequestJoin,
  getApprovalRate,
  getCoverage,
  getEpc,
  getLogoPath,
  isOpen,
  possibleDecisions,
  termsInForce,
  termsState,
} from '../rules.ts'
import { rateText, rateValue } from '#domains/programmes/rates/rules/rate.ts'

type Terms = Awaited<ReturnType<typeof listTerms>>[number]
type Program = NonNullable<Awaited<ReturnType<typeof findProgramByAdvertiser>>>
type OfferRow = Awaited<ReturnType<typeof listOffers>>['offers'][number]
type Membership = Awaited<ReturnType<typeof listMemberships>>['memberships'][number]

/** Who reads a programme, and when. */
interface ProgramReader {
  locale: 'en' | 'zh'
  now: Date
  actor: Actor
}

/** A programme as operators and advertisers read it. */
export function viewProgram(program: Program, { locale, now, actor }: ProgramReader): ProgramView {
  return {
    id: Number(program.id),
    public_id: program.publicId,
    slug: program.slug,
    title: program.title,
    description: program.description,
    commission_text: program.commissionText,
    status: program.status,
    join_mode: program.joinMode,
    click_param: program.clickParam,
    logo: getLogoPath(program.logoDigest),
    closes_at: program.closesAt?.toISOString() ?? null,
    closed: viewClose(program, actor),
    notice_days: program.noticeDays,
    countries: program.countries.map((code) => ({ code, name: regionName(code, locale) })),
    methods: PROMOTION_METHODS.flatMap((method) => {
      const policy = program.methods.find((one) => one.method === method)?.policy
      return policy === undefined ? [] : [{ method, stance: policy }]
    }),
    terms: program.terms.map((terms) => viewTerms(terms, program.terms, now)),
  }
}

function viewClose({ closesAt, closedAt, closerName, closerRole }: Program, actor: Actor): ProgramView['closed'] {
  if (closedAt === null) return null
  const isOperator = actor.kind === 'account' && actor.role === 'operator'
  // Only brands announce a day.
  const isAnnounced = closesAt !== null && closesAt <= closedAt
  const by = closerRole === 'advertiser' || (closerRole === null && isAnnounced) ? 'brand' : 'network'
  return { at: closedAt.toISOString(), by, name: isOperator ? closerName : null }
}

function viewTerms(terms: Terms, all: readonly Terms[], now: Date): TermsView {
  return {
    id: Number(terms.id),
    version: terms.version,
    state: termsState(terms, all, now),
    ...viewOrderTerms(terms),
    fee_basis: terms.feeBasis,
    fee_percent: rateValue({ kind: 'percent', ratePpm: terms.feePpm }),
    currency: terms.currency,
    effective_from: terms.effectiveFrom.toISOString(),
    no_notice_reason: terms.noNoticeReason,
    rates: terms.rates.map((rate) => ({
      action_type: rate.event,
      kind: rate.kind,
      value: rateValue(rate),
      text: rateText(rate, terms.currency),
    })),
  }
}

/** What terms say about all orders. */
export function viewOrderTerms(terms: ReturnType<typeof readOrderTerms>): OrderTermsView {
  return {
    window_days: terms.windowDays,
    validation_days: terms.validationDays,
    validation_end: terms.validationEnd,
    hold_note: terms.holdNote,
    max_extensions: terms.maxExtensions,
    extension_days: terms.extensionDays,
    coupon_rule: terms.couponRule,
  }
}

interface OfferReader {
  now: Date
  /** Sub-accounts neither join nor leave programmes. */
  isOwner: boolean
}

/** An advertiser as a publisher reads it. The commission is the programme's text, or else the rates in force. */
export function viewOffer(offer: OfferRow, terms: readonly Terms[], { now, isOwner }: OfferReader): Offer {
  const status = offer.membershipStatus ?? undefined
  return {
    id: Number(offer.id),
    logo: getLogoPath(offer.logoDigest),
    name: offer.name,
    commission: offer.commissionText === '' ? ratesText(termsInForce(terms, now)) : offer.commissionText,
    website: offer.website,
    public_id: offer.publicId,
    slug: offer.slug,
    program_status: offer.status,
    join_mode: offer.joinMode,
    membership: status ?? null,
    reason: offer.reason ?? '',
    question: offer.question ?? '',
    can_join: isOwner && isOpen(offer) && acceptsRequests(offer, now) && canRequestJoin(status),
    can_leave: isOwner && canLeave(status),
    ...viewOfferDates(offer),
    closed_from: offer.closedFrom?.toISOString() ?? null,
    stopped: viewStop(offer, now),
    ...viewFigures(offer),
  }
}

/** From when on a programme takes no publishers, is closed and is paused, as publishers read it. */
export function viewOfferDates({
  noJoinsFrom,
  closesAt,
  pausesAt,
}: Pick<OfferRow, 'noJoinsFrom' | 'closesAt' | 'pausesAt'>) {
  return {
    no_joins_from: noJoinsFrom?.toISOString() ?? null,
    closes_at: closesAt?.toISOString() ?? null,
    pauses_at: pausesAt?.toISOString() ?? null,
  }
}

/** Shows which clicks earn nothing because a budget is used up, until that is over. */
function viewStop({ stoppedFrom, stoppedUntil }: Pick<OfferRow, 'stoppedFrom' | 'stoppedUntil'>, now: Date) {
  if (stoppedFrom === null || stoppedUntil === null || stoppedUntil <= now) return null
  return { from: stoppedFrom.toISOString(), until: stoppedUntil.toISOString() }
}

function viewFigures({ decisionHours, ...offer }: OfferRow) {
  const { clicks, commission, confirmed, cancelled, confirmedCommission, uncoveredCommission } = offer
  const hasClicks = clicks !== null && commission !== null
  const hasDecisions = confirmed !== null && cancelled !== null
  return {
    clicks: Number(clicks ?? 0n),
    epc: hasClicks ? getEpc({ clicks, commission }) : null,
    approval_rate: hasDecisions ? getApprovalRate({ confirmed, cancelled }) : null,
    coverage:
      confirmedCommission === null || uncoveredCommission === null
        ? null
        : getCoverage({ confirmedCommission, uncoveredCommission }),
    decision_days: decisionHours === null ? null : Math.round(decisionHours / 2.4) / 10,
  }
}

function ratesText(terms: Terms | undefined): string {
  return (terms?.rates ?? []).map((rate) => `${rate.event} ${rateText(rate, terms?.currency ?? '')}`).join(' · ')
}

/** A membership as the operator reads it, with the decisions that fit it. */
export function viewMembership(membership: Membership): MembershipRow {
  return {
    program_id: Number(membership.programId),
    publisher_id: Number(membership.publisherId),
    advertiser_id: Number(membership.advertiserId),
    advertiser_name: membership.advertiserName,
    publisher_name: membership.publisherName,
    email: membership.email,
    status: membership.status,
    message: membership.message,
    reason: membership.reason,
    requested_at: membership.requestedAt.toISOString(),
    decided_at: membership.decidedAt?.toISOString() ?? null,
    decided_by: membership.deciderName,
    decisions: possibleDecisions(membership.status),
  }
}
