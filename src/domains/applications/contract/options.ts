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
export const BRAND_SALES = ['$0 - $1M', '$1M - $5M', '$5M - $10M', '$10M+'] as const

/*
 * The options of the questionnaire. The specification names the questions and leaves the answers open. The wire carries
 * positions in these lists, so new options go only to the end.
 */

/** How many people work for a publisher. */
export const EMPLOYEE_NUMBERS = ['Just me', '2 - 10', '11 - 50', '51 - 200', 'More than 200'] as const

/** How well a publisher can work on a site's code. */
export const DEV_KNOWLEDGE = ['None', 'I can paste a script', 'I edit templates', 'We have developers'] as const

/** What a publisher is paid for. */
export const PROFIT_MODELS = [
  'Commission per sale (CPS)',
  'Payment per action (CPA)',
  'Payment per lead (CPL)',
  'Payment per install (CPI)',
  'Payment per click (CPC)',
  'Payment per impression (CPM)',
  'Fixed fee',
] as const

/** Where a publisher's visitors come from. */
export const TRAFFIC_SOURCES = [
  'Organic search',
  'Paid search',
  'Social networks',
  'E-mail',
  'Display advertising',
  'Direct visits',
  'Mobile app',
  'Messengers',
  'Other',
] as const

/** Where a publisher is present besides its site. */
export const SOCIAL_MEDIA = [
  'Instagram',
  'TikTok',
  'YouTube',
  'Facebook',
  'X',
  'Pinterest',
  'Red',
  'WeChat',
  'Weibo',
  'Other',
] as const

/** Who makes a publisher's content. */
export const CONTENT_PRODUCTION = [
  'I make it myself',
  'Our own editors',
  'Freelance authors',
  'Our users',
  'Feeds and data',
] as const
