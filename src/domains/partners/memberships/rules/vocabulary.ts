import type { Measure } from '#kernel/measures.ts'

/** The queues of join requests: those that wait for the advertiser, those with an open question, and declined ones. */
export const REQUEST_QUEUES = ['waiting', 'asked', 'declined'] as const

/** One of `REQUEST_QUEUES`. */
export type RequestQueue = (typeof REQUEST_QUEUES)[number]

/** The longest question, answer or reason, in characters. */
export const MAX_MEMBERSHIP_TEXT = 1000

/** The statuses of the publishers that the list of a programme shows. */
export const LISTED_STATUSES = ['joined', 'suspended', 'left'] as const

/** Whether a publisher sent clicks lately: _dormant_ sent none in `DORMANT_DAYS` days. */
export const ACTIVITIES = ['active', 'dormant'] as const

/** One of `ACTIVITIES`. */
export type Activity = (typeof ACTIVITIES)[number]

/** A publisher without a click in so many days is dormant. */
export const DORMANT_DAYS = 30

/** The days of the figures in the list, unless others are chosen. */
export const FIGURE_DAYS = 30

/** The measures of a publisher in the list. */
export const MEMBER_MEASURES = [
  'click_count',
  'total_transactions',
  'order_value',
  'commission',
  'reversal_rate',
] as const satisfies readonly Measure[]

/** The orders of the list: by a measure, the largest first; by name; or the newest, or the last order, first. */
export const MEMBER_SORTS = [...MEMBER_MEASURES, 'name', 'joined', 'last_order'] as const

/** One of `MEMBER_SORTS`. */
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** The most publishers that one change names one by one. */
export const MAX_SELECTED = 1000

/** The most different tags of a programme. */
export const MAX_TAGS = 100

/** The longest tag, in characters. */
export const MAX_TAG_LENGTH = 40
