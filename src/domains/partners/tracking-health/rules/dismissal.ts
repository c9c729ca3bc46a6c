/** Why a brand puts an order without a click aside: nobody has earned it. */
export const DISMISSAL_REASONS = ['NOT_FROM_PUBLISHER', 'TEST_ORDER', 'ORDER_CANCELLED', 'OTHER'] as const

/** One of `DISMISSAL_REASONS`. */
export type DismissalReason = (typeof DISMISSAL_REASONS)[number]

/** The longest text to the publisher to whom an order is credited. */
export const MAX_CREDIT_NOTE = 2000
