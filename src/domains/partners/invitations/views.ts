import { viewApplicant } from '#domains/partners/memberships/views.ts'
import { rateText, rateValue } from '#domains/programmes/rates/rules/rate.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { BudgetView, OfferedView, SentInvitationView } from './contract/advertiser.ts'
import type { InvitationView } from './contract/publisher.ts'
import type { Budget } from './queries/candidates.ts'
import type { ReceivedInvitation, SentInvitation } from './queries/invitations.ts'
import { compareOffer, toOffer } from './rules/invitation.ts'
import type { Offer, StoredOffer } from './rules/invitation.ts'

/** A rate of an event, as readers see it. */
export function viewOffer({ event, rate }: Offer) {
  return { action_type: event, text: rateText(rate, BASE_CURRENCY) }
}

/** A rate of an event with the values of a form. */
export function viewOrdinary(offer: Offer) {
  return { ...viewOffer(offer), kind: offer.rate.kind, value: rateValue(offer.rate) }
}

/** Offers as readers see them; without `ordinary` nothing is compared. */
export function viewOffered(stored: readonly StoredOffer[], ordinary: readonly Offer[] | undefined): OfferedView[] {
  return stored.map(toOffer).map((offer) => {
    const present = ordinary?.find(({ event }) => event === offer.event)
    return {
      ...viewOffer(offer),
      ordinary: present ? rateText(present.rate, BASE_CURRENCY) : null,
      comparison: ordinary ? compareOffer(offer.rate, present?.rate) : null,
    }
  })
}

export function viewBudget({ limit, used, accepted, ended }: Budget): BudgetView {
  return { limit, used, accepted, ended }
}

interface Reader {
  locale: Locale
  /** What the publisher has without the offers; undefined once that does not matter. */
  ordinary: readonly Offer[] | undefined
}

/** An invitation as its brand reads it. */
export function viewSentInvitation(row: SentInvitation, { locale, ordinary }: Reader): SentInvitationView {
  return {
    ...viewApplicant(row, locale),
    invitation_id: Number(row.id),
    status: row.status,
    message: row.message,
    offers: viewOffered(row.offers, ordinary),
    sent_at: row.sentAt.toISOString(),
    sent_by: row.sentBy,
    expires_at: row.expiresAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    reason: row.reason,
    version: row.termsVersion,
  }
}

/** An invitation as its publisher reads it. */
export function viewInvitation(row: ReceivedInvitation): InvitationView {
  return {
    invitation_id: Number(row.id),
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.advertiserName,
    public_id: row.publicId,
    slug: row.slug,
    status: row.status,
    message: row.message,
    offers: row.offers.map(toOffer).map(viewOffer),
    sent_at: row.sentAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    reason: row.reason,
    is_muted: row.isMuted,
  }
}
