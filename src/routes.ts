import { index, layout, route } from '@react-router/dev/routes'
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'

/**
 * Pages of the public site. They stay small: nothing of the kit (`@mantine/core`) is around them, so what they use of
 * it brings its own `Kit`.
 */
const publicPages: RouteConfigEntry[] = [
  index('domains/site/web/home/home-page.tsx'),
  route('about-us', 'domains/site/web/about/about-page.tsx'),
  // Publishers see their list of programmes under this address instead (app/web/route-ids.ts).
  route('advertisers', 'domains/site/web/advertisers/advertisers-page.tsx', { id: 'visitors-advertisers' }),
  route('contact-us', 'domains/site/web/contact/contact-page.tsx'),
  route('features', 'domains/site/web/features/features-page.tsx'),
  route('forget-password', 'domains/accounts/web/forgot-page.tsx'),
  route('help', 'domains/site/web/help/help-page.tsx'),
  route('imprint', 'domains/site/web/legal/imprint-page.tsx'),
  route('login-advertiser', 'domains/accounts/web/login-advertiser-page.tsx'),
  route('login-creator', 'domains/accounts/web/login-creator-page.tsx'),
  route('merchants', 'domains/site/web/merchant/merchants-page.tsx'),
  route('merchants/:publicId/:slug', 'domains/site/web/merchant/merchant-page.tsx'),
  route('privacy-policy', 'domains/site/web/legal/privacy-page.tsx'),
  route('publisher', 'domains/site/web/publisher/publisher-page.tsx'),
  route('referral-program', 'domains/site/web/referral/referral-page.tsx'),
  route('reset-password/:token', 'domains/accounts/web/reset-page.tsx'),
  route('sign-up', 'domains/applications/web/sign-up-page.tsx'),
  route('sign-up-advertiser', 'domains/applications/web/sign-up-advertiser-page.tsx'),
  route('sign-up-creator', 'domains/applications/web/sign-up-creator-page.tsx'),
  route('t-cs', 'domains/site/web/legal/conditions-page.tsx'),
  route('terms-of-service', 'domains/site/web/legal/terms-page.tsx'),
]

/** Pages that stand in the public shell for visitors and in the console for accounts. */
const sharedPages: RouteConfigEntry[] = [
  route('mailbox', 'domains/accounts/web/mailbox-page.tsx'),
  route('mailbox/:messageId', 'domains/accounts/web/mail-page.tsx'),
]

/** Pages behind the login: the publisher's, the advertiser's and the operator's. */
const consolePages: RouteConfigEntry[] = [
  route('account', 'domains/publishers/web/account-page.tsx'),
  route('advertisers', 'domains/programs/web/offers-page.tsx', { id: 'publishers-advertisers' }),
  route('brand', 'domains/programs/web/brand-page.tsx'),
  route('custom_link', 'domains/tracking/web/custom-link-page.tsx'),
  route('operator/advertisers', 'domains/programs/web/advertisers-page.tsx'),
  route('operator/advertisers/:advertiserId', 'domains/programs/web/advertiser-page.tsx'),
  route('operator/join-requests', 'domains/programs/web/join-requests-page.tsx'),
  route('operator/publishers', 'domains/publishers/web/publishers-page.tsx'),
  route('operator/publishers/:publisherId', 'domains/programs/web/publisher-page.tsx'),
  route('transactions', 'domains/transactions/web/transactions-page.tsx'),
  route('transactions/:transactionId', 'domains/transactions/web/transaction-page.tsx'),
  route('brand/postbacks', 'domains/transactions/web/postbacks-page.tsx'),
  route('brand/transactions', 'domains/transactions/web/brand-transactions-page.tsx'),
  route('first-steps', 'domains/applications/web/first-steps-page.tsx'),
  route('operator/applications', 'domains/applications/web/applications-page.tsx'),
  route('operator/applications/:applicationId', 'domains/applications/web/application-page.tsx'),
  route('operator', 'domains/transactions/web/operator-home.ts'),
  route('operator/transactions', 'domains/transactions/web/review-page.tsx'),
  route('operator/transactions/:publisherId/:transactionId', 'domains/transactions/web/review-transaction-page.tsx'),
  route('performance/site_report', 'domains/reports/web/site-report-page.tsx'),
  route('performance/daily_report', 'domains/reports/web/daily-report-page.tsx'),
  route('performance/advertiser_report', 'domains/reports/web/advertiser-report-page.tsx'),
  route('operator/accounts', 'domains/accounts/web/accounts-page.tsx'),
]

/** Everything on one page in both schemes, for those who build pages. */
const workshop: RouteConfigEntry[] =
  process.env.NODE_ENV === 'development' ? [route('styleguide', 'app/web/styleguide/styleguide-page.tsx')] : []

export default [
  layout('app/web/public-layout.tsx', [...publicPages, route('log-out', 'app/web/log-out.tsx')]),
  layout('app/web/shared-layout.tsx', [...sharedPages, ...workshop]),
  layout('app/web/console-layout.tsx', consolePages),
  route('preferences', 'app/web/preferences.ts'),
  route('*', 'app/web/unknown-page.ts'),
] satisfies RouteConfig
