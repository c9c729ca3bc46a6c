/** The public pages that load a script. The legal pages load none. */
export const pagesWithScript = [
  '/',
  '/advertisers',
  '/about-us',
  '/contact-us',
  '/features',
  '/publisher',
  '/referral-program',
  '/help',
  '/login-creator',
  '/login-advertiser',
  '/forget-password',
  '/sign-up',
  '/sign-up-creator',
  '/sign-up-advertiser',
]

/** The pages of the specifications that visitors may see; those of merchants are all of one kind. */
export const publicPages = [
  ...pagesWithScript,
  '/help?q=order',
  '/merchants',
  '/merchants/5576/anthropologie-affiliate-program',
  '/privacy-policy',
  '/terms-of-service',
  '/t-cs',
  '/imprint',
]

/** The script that a first visit may load, in compressed bytes. */
export const maxScriptBytes = 125_000
