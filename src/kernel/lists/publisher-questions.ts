/*
 * The options of the publishers' questionnaire. The specification names the questions and leaves the answers open. The
 * wire carries positions in these lists, so new options go only to the end.
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
