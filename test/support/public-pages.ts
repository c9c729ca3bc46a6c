/** Every public page that loads a script; those that are only read load none. */
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

/** How much script a first visit may load, compressed as it is sent. */
export const maxScriptBytes = 125_000
