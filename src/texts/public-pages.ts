/**
 * The public pages by name. The name is the key of their texts in `pages.json` and of their picture (`/og/{name}.png`).
 * The sitemap lists these pages, and the merchants from the database.
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

/** The name of a public page. */
export type PublicPage = keyof typeof PUBLIC_PAGES
