/**
 * The pages that anybody may find, by the name of their texts in `pages.json` and of their picture (`/og/{name}.png`).
 * What is listed here is in the sitemap; merchants come in addition, from the database.
 */
export const PUBLIC_PAGES = {
  home: '/',
  advertisers: '/advertisers',
  publisher: '/publisher',
  features: '/features',
  merchants: '/merchants',
  about: '/about-us',
  contact: '/contact-us',
  help: '/help',
  referral: '/referral-program',
  signUp: '/sign-up',
  signUpCreator: '/sign-up-creator',
  signUpAdvertiser: '/sign-up-advertiser',
  loginCreator: '/login-creator',
  loginAdvertiser: '/login-advertiser',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  conditions: '/t-cs',
  imprint: '/imprint',
} as const

/** A page that anybody may find. */
export type PublicPage = keyof typeof PUBLIC_PAGES
