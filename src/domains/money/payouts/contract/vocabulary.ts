/** The states of a payout run, in their order. */
export const RUN_STATUSES = ['draft', 'approved', 'exported', 'settled', 'closed'] as const

/** @see RUN_STATUSES */
export type RunStatus = (typeof RUN_STATUSES)[number]

/** The states of a payout. The first three are open. */
export const PAYOUT_STATUSES = ['draft', 'approved', 'exported', 'paid', 'failed', 'returned'] as const

/** @see PAYOUT_STATUSES */
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** The states of a payout that its publisher sees: a draft is not shown. */
export const SHOWN_STATUSES = ['approved', 'exported', 'paid', 'failed', 'returned'] as const

/** The states of a payout after an answer of the bank. */
export const SETTLED_STATUSES = ['paid', 'failed', 'returned'] as const

/** @see SETTLED_STATUSES */
export type SettledStatus = (typeof SETTLED_STATUSES)[number]

/** The ways in which the network pays. */
export const PAYOUT_METHODS = ['paypal', 'bank'] as const

/** @see PAYOUT_METHODS */
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** Why a run does not pay a publisher who has something payable. Of several reasons, the last one in this list. */
export const EXCLUSION_REASONS = [
  'below_minimum',
  'closing',
  'negative',
  'no_details',
  'no_bank_name',
  'details_changed',
  'unverified_email',
  'no_tax_form',
  'tax_form_waiting',
  'tax_form_expired',
  'not_approved',
  'on_hold',
  'closed',
  'open_payout',
] as const

/** @see EXCLUSION_REASONS */
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number]

/** Why a publisher no longer gets a balance: small and of a closed account, or without activity for three years. */
export const FORFEITURE_KINDS = ['retained', 'lapsed'] as const

/** @see FORFEITURE_KINDS */
export type ForfeitureKind = (typeof FORFEITURE_KINDS)[number]

/** Why a publisher of a draft should not be paid as it says any more. */
export const DRAFT_PROBLEMS = ['details', 'not_approved', 'on_hold', 'tax_form', 'balance', 'reopened'] as const

/** One of `DRAFT_PROBLEMS`. */
export type DraftProblem = (typeof DRAFT_PROBLEMS)[number]
