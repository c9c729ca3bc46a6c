/** The kinds of application: a creator's form, an advertiser's form, or a publisher's sign-up in three steps. */
export const APPLICATION_KINDS = ['creator', 'advertiser', 'publisher'] as const

/** One of `APPLICATION_KINDS`. */
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

/** The review states of an application. */
export const APPLICATION_STATUSES = ['received', 'approved', 'rejected'] as const

/** One of `APPLICATION_STATUSES`. */
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Where a creator publishes (specification 1, section 3). */
export const CHANNELS = ['Instagram', 'TikTok', 'YouTube', 'Red', 'Other'] as const

/** A creator's number of followers (specification 1, section 3). */
export const FOLLOWER_VOLUMES = ['0 - 10K', '10K - 50K', '50K - 100K', '100K - 500K', '500K - 1M', '1M+'] as const

/** Where a creator's audience lives (specification 1, section 3). */
export const AUDIENCE_REGIONS = [
  'United States',
  'Canada',
  'United Kingdom',
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Australia',
  'New Zealand',
  'Brazil',
  'Mexico',
  'Japan',
  'South Korea',
  'China',
  'India',
  'Russia',
  'Middle East',
  'Southeast Asia',
  'Nordic Countries',
  'Latin America',
] as const

/** The answers to a yes-or-no question. */
export const YES_NO = ['Yes', 'No'] as const

/** A brand's yearly sales (specification 1, section 3). */
export const ADVERTISER_SALES = ['$0 - $1M', '$1M - $5M', '$5M - $10M', '$10M+'] as const

/** The filters of the operator's list. */
export const QUEUE_FILTERS = ['waiting', 'approved', 'rejected', 'repeat', 'all'] as const
