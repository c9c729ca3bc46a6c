/** What a publisher's site is, by its host. */
export const SITE_KINDS = ['website', 'video', 'social', 'chat', 'app'] as const

/** One of `SITE_KINDS`. */
export type SiteKind = (typeof SITE_KINDS)[number]

/** Whether figures of a publisher are shown, or why not. */
export const EVIDENCE_KINDS = ['measured', 'few_clicks', 'few_brands'] as const

/** One of `EVIDENCE_KINDS`. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** The orders of the list: by what is expected of a publisher or by its clicks, the most first; or the newest first. */
export const LISTING_SORTS = ['evidence', 'clicks', 'listed'] as const

/** One of `LISTING_SORTS`. */
export type ListingSort = (typeof LISTING_SORTS)[number]

/** A figure of a publisher beside that of the whole network. */
export const COMPARISONS = ['more', 'same', 'fewer'] as const

/** One of `COMPARISONS`. */
export type Comparison = (typeof COMPARISONS)[number]

/** The days over which publishers are measured. */
export const MEASURED_DAYS = 90

/** With fewer clicks a publisher is not measured. */
export const MIN_CLICKS = 100

/** With fewer brands no figure of a publisher is shown, because it could tell the orders of one of them. */
export const MIN_ADVERTISERS = 3

/** The largest part of the clicks or orders that one brand may have, in percent; beyond it no figure is shown. */
export const MAX_ADVERTISER_PERCENT = 80

/** With fewer decided orders the share of approved ones is not shown. */
export const MIN_DECIDED = 30

/** The lower ends of the bands of clicks in 90 days. */
export const CLICK_BANDS = [100, 1000, 10_000, 100_000] as const

/** The lower ends of the bands of decided orders. */
export const DECIDED_BANDS = [30, 100, 1000, 10_000] as const

/** The lower ends of the bands of orders per 100 clicks. */
export const ORDER_BANDS = [0, 0.5, 1, 2, 5, 10] as const

/** The lower ends of the bands of approved orders among decided ones, in percent. */
export const APPROVAL_BANDS = [0, 50, 70, 80, 90, 95] as const
