/** Where an invitation stands. Only _sent_ is open: the publisher can answer it, and the brand can withdraw it. */
export const INVITATION_STATUSES = ['sent', 'accepted', 'declined', 'expired', 'withdrawn'] as const

/** One of `INVITATION_STATUSES`. */
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** How an invitation ends. */
export type InvitationEnd = Exclude<InvitationStatus, 'sent'>

/** The orders of the list: the newest first, the next to expire first, by the name of the publisher. */
export const INVITATION_SORTS = ['newest', 'expiry', 'publisher'] as const

/** One of `INVITATION_SORTS`. */
export type InvitationSort = (typeof INVITATION_SORTS)[number]

/** The longest message and reason, in characters. */
export const MAX_INVITATION_TEXT = 1000

/** For how many days an invitation is valid unless the brand chooses another day, and at most. */
export const VALID_DAYS = { usual: 14, max: 60 } as const

/** How an offer compares with the ordinary rate of its event; `other_kind` for an amount against a percentage. */
export const OFFER_COMPARISONS = ['higher', 'equal', 'lower', 'other_kind'] as const

/** One of `OFFER_COMPARISONS`. */
export type OfferComparison = (typeof OFFER_COMPARISONS)[number]

/** The days after its end for which an invitation keeps its publisher from being invited again. */
export const REPEAT_DAYS = { declined: 90, expired: 30, withdrawn: 7 } as const

/** The open invitations that a programme can have: at first, and at most with acceptance. */
export const INVITATION_BUDGET = { first: 20, most: 100 } as const

/** The invitations of so many days count for the budget. */
export const BUDGET_DAYS = 90

/** A withdrawn invitation keeps its place in the budget until so many days after it was sent. */
export const WITHDRAWN_PLACE_DAYS = 7
